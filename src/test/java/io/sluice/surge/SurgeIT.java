package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.client.Backoff;
import io.sluice.exchange.Tier;
import io.sluice.surge.TestServer.Arrival;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SurgeIT {
  private static final Duration SECOND = Duration.ofSeconds(1);
  // Far above anything a healthy exchange takes, even on a machine that is busy with other things.
  private static final Duration AMPLE = Duration.ofSeconds(20);
  private static final Mix READS =
      new Mix(List.of(new Stream("reads", Tier.P1, 1, "GET", "/r", null, false)));
  private static final Mix UNSAFE_WRITES =
      new Mix(List.of(new Stream("writes", Tier.P0, 1, "POST", "/w", "{}", false)));

  @Test
  void run_sendsExactlyTheSchedule_whenAllIsWell() {
    List<Progress> seconds = new CopyOnWriteArrayList<>();
    try (var server = new TestServer(SurgeIT::ok)) {
      SurgePlan plan = server.plan(300, SECOND).withTimeout(AMPLE).withLoops(2);
      SurgeReport report = TestServer.await(Surge.run(server.vertx, plan, seconds::add));
      assertThat(report.total().requests()).isEqualTo(300);
      assertThat(report.total().attempts()).isEqualTo(300);
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(report.total().accepted().count()).isEqualTo(300);
      assertThat(report.total().goodputPerSecond()).isBetween(200.0, 300.0);
      assertThat(report.tiers())
          .extracting(SurgeReport.Row::name)
          .containsExactly("p0", "p1", "p2");
      assertThat(report.total().errors()).isEmpty();
      assertThat(server.arrivals).hasSize(300);
      assertThat(seconds.stream().mapToLong(Progress::sent).sum()).isEqualTo(300);
      assertThat(seconds.stream().mapToLong(Progress::ok).sum()).isEqualTo(300);
    }
  }

  @Test
  void run_namesEveryRequestOnce_andGivesEveryLoanItsOwnKey() {
    try (var server = new TestServer(SurgeIT::ok)) {
      SurgePlan plan = server.plan(300, SECOND).withTimeout(AMPLE);
      server.run(plan);
      server.run(plan);
      assertThat(server.byRequest()).hasSize(600);
      Set<String> keys = new HashSet<>();
      for (Arrival arrival : server.arrivals) {
        boolean loan = arrival.uri().equals("POST /loans");
        assertThat(arrival.key().equals("null")).isEqualTo(!loan);
        assertThat(!loan || keys.add(arrival.key())).isTrue();
        assertThat(arrival.timeoutMillis()).isBetween(1L, AMPLE.toMillis());
      }
      assertThat(keys.size()).isBetween(60, 180);
    }
  }

  @Test
  void run_reportsOnlyTheWindow_whenItWarmsUp() {
    try (var server = new TestServer(SurgeIT::ok)) {
      SurgePlan plan =
          SurgePlan.of(server.target(), Load.constant(200, SECOND).after(SECOND, 50))
              .withTimeout(AMPLE);
      assertThat(server.run(plan).total().requests()).isEqualTo(200);
      // 50 a second for half a second, and half as many while climbing.
      assertThat(server.arrivals.size()).isBetween(237, 239);
    }
  }

  @Test
  void naive_makesExactlyFourAttempts_whenAlwaysRefused() {
    try (var server = new TestServer(request -> refuse(request, "50"))) {
      SurgePlan plan = server.plan(100, SECOND).withTimeout(AMPLE).withRetry(new Retry.Naive(3));
      SurgeReport report = server.run(plan);
      assertThat(report.total().amplification()).isEqualTo(4);
      assertThat(report.total().sheds()).isEqualTo(400);
      assertThat(report.total().refused()).isEqualTo(100);
      assertThat(report.total().succeeded()).isZero();
      assertThat(report.hints()).isEqualTo(new SurgeReport.Hints(400, 50, 50, 50));
      assertThat(server.byRequest())
          .hasSize(100)
          .allSatisfy(
              (id, attempts) -> {
                assertThat(attempts).extracting(Arrival::attempt).containsExactly(1, 2, 3, 4);
                assertThat(attempts).extracting(Arrival::key).containsOnly(attempts.get(0).key());
                assertThat(attempts).extracting(Arrival::uri).containsOnly(attempts.get(0).uri());
              });
    }
  }

  @Test
  void cooperative_neverComesBeforeTheHint_andSucceedsAfterIt() {
    Map<String, Long> refusedAt = new ConcurrentHashMap<>();
    List<Long> waitsNanos = new CopyOnWriteArrayList<>();
    try (var server =
        new TestServer(
            request -> {
              long now = System.nanoTime();
              Long earlier = refusedAt.putIfAbsent(request.getHeader("x-request-id"), now);
              if (earlier == null) {
                refuse(request, "300");
              } else {
                waitsNanos.add(now - earlier);
                ok(request);
              }
            })) {
      SurgeReport report = server.run(cooperative(server.plan(100, SECOND)));
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(report.total().amplification()).isEqualTo(2);
      assertThat(report.total().untilSuccess().p50Millis()).isGreaterThan(300);
      assertThat(waitsNanos)
          .hasSize(100)
          .allMatch(wait -> wait >= TimeUnit.MILLISECONDS.toNanos(300));
    }
  }

  @Test
  void cooperative_followsTheProblemBody_whenThereAreNoHeaders() {
    Map<String, Long> refusedAt = new ConcurrentHashMap<>();
    List<Long> waitsNanos = new CopyOnWriteArrayList<>();
    try (var server =
        new TestServer(
            request -> {
              long now = System.nanoTime();
              Long earlier = refusedAt.putIfAbsent(request.getHeader("x-request-id"), now);
              if (earlier == null) {
                request
                    .response()
                    .setStatusCode(503)
                    .putHeader("content-type", "application/problem+json")
                    .end("{\"hints\":{\"baseMs\":250,\"maxMs\":900,\"jitterMs\":1}}");
              } else {
                waitsNanos.add(now - earlier);
                ok(request);
              }
            })) {
      SurgeReport report = server.run(cooperative(server.plan(50, SECOND)));
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(waitsNanos)
          .hasSize(50)
          .allMatch(wait -> wait >= TimeUnit.MILLISECONDS.toNanos(250));
    }
  }

  @Test
  void cooperative_leavesAtOnce_whenTheHintExceedsItsPatience() {
    try (var server = new TestServer(request -> refuse(request, "600000"))) {
      SurgeReport report = server.run(cooperative(server.plan(50, SECOND)));
      assertThat(report.total().amplification()).isEqualTo(1);
      assertThat(report.total().refused()).isEqualTo(50);
    }
  }

  @Test
  void cooperative_neverRepeatsAnUnsafeWrite_thatMayHaveBeenDone() {
    try (var server = new TestServer(request -> request.connection().close())) {
      SurgePlan plan = cooperative(server.plan(50, SECOND)).withMix(UNSAFE_WRITES);
      SurgeReport report = server.run(plan);
      assertThat(report.total().errors()).isEqualTo(Map.of("broken", 50L));
      assertThat(server.arrivals).hasSize(50);
    }
  }

  @Test
  void run_countsTimeouts_andClosesTheConnection_whenTheServerIsSlow() {
    try (var server = new TestServer(never -> {})) {
      SurgePlan plan = server.plan(50, SECOND).withTimeout(Duration.ofMillis(400));
      SurgeReport report = server.run(plan);
      SurgeReport.Row total = report.total();
      // On a starved machine a few may not even get their connection in time.
      assertThat(total.timeouts() + total.unsent()).isEqualTo(50);
      assertThat(total.timeouts()).isGreaterThan(25);
      assertThat(total.succeeded()).isZero();
      assertThat(server.arrivals.size()).isGreaterThan(25);
      // The server has seen each of them close.
      await().until(() -> server.closed.get() == server.opened.get());
      assertThat(server.closed.get()).isGreaterThan(25);
    }
  }

  @Test
  void run_countsWhatItCouldNotSend_whenEveryConnectionIsBusy() {
    try (var server = new TestServer(never -> {})) {
      // Five become due, and later run out of time, in every millisecond; one connection can be
      // closed and made anew for one of them at best.
      SurgePlan plan =
          server.plan(5000, SECOND).withTimeout(Duration.ofMillis(200)).withConnections(1);
      SurgeReport.Row total = server.run(plan).total();
      assertThat(total.unsent()).isGreaterThan(2500);
      assertThat(total.sent()).isEqualTo(total.timeouts());
      assertThat(total.timeouts() + total.unsent()).isEqualTo(5000);
    }
  }

  @Test
  void run_countsTheWaitForAConnection_asLatency() {
    try (var server = new TestServer(request -> okAfter(request, 20))) {
      // One connection at 20 ms each passes 50/s; of 100/s half the window is spent waiting.
      SurgePlan plan = server.plan(100, SECOND).withTimeout(AMPLE).withConnections(1);
      SurgeReport report = server.run(plan);
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(report.total().accepted().maxMillis()).isGreaterThan(500);
      assertThat(server.opened.get()).isEqualTo(1);
    }
  }

  @Test
  void run_keepsSucceeding_whenAttemptsOutrunTheConnections() {
    try (var server = new TestServer(request -> okAfter(request, 50))) {
      // One connection passes 20/s. If the oldest went first, each would get it when it has less
      // than 50 ms left, and after the first few none would ever succeed.
      SurgePlan plan =
          server
              .plan(100, Duration.ofSeconds(4))
              .withTimeout(Duration.ofMillis(400))
              .withConnections(1);
      assertThat(server.run(plan).total().succeeded()).isGreaterThan(20);
    }
  }

  @Test
  void run_reachesAnIpv6Target() throws IOException {
    boolean hasIpv6 =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress());
    assumeTrue(hasIpv6, "this machine has no ::1");
    try (var server = new TestServer(SurgeIT::ok, "::1")) {
      SurgeReport report = server.run(server.plan(20, SECOND).withTimeout(AMPLE));
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(server.arrivals)
          .extracting(Arrival::host)
          .containsOnly(server.target().getAuthority());
    }
  }

  @Test
  void run_goesOnSendingOnTime_whileTheServerStalls() {
    Queue<HttpServerRequest> held = new ConcurrentLinkedQueue<>();
    var stalled = new AtomicBoolean();
    var endedAt = new AtomicLong();
    try (var server =
        new TestServer(
            request -> {
              if (stalled.compareAndSet(false, true)) {
                Vertx.currentContext()
                    .owner()
                    .setTimer(
                        1500,
                        timer -> {
                          endedAt.set(System.nanoTime());
                          held.forEach(SurgeIT::ok);
                        });
              }
              if (endedAt.get() == 0) {
                held.add(request);
              } else {
                ok(request);
              }
            })) {
      SurgePlan plan = server.plan(200, Duration.ofSeconds(2)).withTimeout(AMPLE).withMix(READS);
      SurgeReport report = server.run(plan);
      assertThat(report.total().requests()).isEqualTo(400);
      assertThat(report.total().successShare()).isEqualTo(1);
      // Three quarters were due during the stall, and arrived during it though none was answered.
      assertThat(held.size()).isGreaterThan(250);
      // Their latency shows the stall: the median request waited a good part of it.
      assertThat(report.total().accepted().p50Millis()).isGreaterThan(300);
      assertThat(report.total().accepted().p99Millis()).isGreaterThan(1200);
    }
  }

  @Test
  void run_reportsErrorsByKind_whenTheServerDies() {
    var answered = new AtomicLong();
    try (var server =
        new TestServer(
            request -> {
              if (answered.incrementAndGet() <= 50) {
                ok(request);
              }
            })) {
      SurgePlan plan = server.plan(100, Duration.ofSeconds(3)).withTimeout(AMPLE);
      var running = Surge.run(server.vertx, plan, second -> {});
      await().until(() -> answered.get() > 60);
      server.die();
      SurgeReport report = TestServer.await(running);
      SurgeReport.Row total = report.total();
      assertThat(total.requests()).isEqualTo(300);
      assertThat(total.succeeded()).isEqualTo(50);
      assertThat(total.errors()).containsOnlyKeys("broken", "connect");
      assertThat(total.errors().getOrDefault("broken", 0L)).isGreaterThanOrEqualTo(10);
      assertThat(total.errors().values().stream().mapToLong(count -> count).sum()).isEqualTo(250);
    }
  }

  @Test
  void run_opensNewConnections_whenTheServerClosesEachOne() {
    try (var server =
        new TestServer(
            request -> {
              request.response().putHeader("connection", "close");
              ok(request);
            })) {
      SurgeReport report = server.run(server.plan(100, SECOND).withTimeout(AMPLE));
      assertThat(report.total().successShare()).isEqualTo(1);
      assertThat(server.opened.get()).isEqualTo(100);
    }
  }

  @Test
  void run_fails_whenNobodyListens() throws IOException {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    try (var server = new TestServer(SurgeIT::ok)) {
      var target = URI.create("http://127.0.0.1:" + port);
      SurgePlan plan = SurgePlan.of(target, Load.constant(10, SECOND));
      assertThatThrownBy(() -> server.run(plan))
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOf(TargetUnreachableException.class)
          .hasMessageContaining(target + " cannot be reached");
    }
  }

  private static SurgePlan cooperative(SurgePlan plan) {
    return plan.withTimeout(AMPLE)
        .withRetry(new Retry.Cooperative(Duration.ofSeconds(40), Backoff.DEFAULT, false));
  }

  private static void ok(HttpServerRequest request) {
    request.response().end("{}");
  }

  private static void okAfter(HttpServerRequest request, long millis) {
    Vertx.currentContext().owner().setTimer(millis, timer -> ok(request));
  }

  private static void refuse(HttpServerRequest request, String retryAfterMillis) {
    request
        .response()
        .setStatusCode(429)
        .putHeader("retry-after", "1")
        .putHeader("retry-after-ms", retryAfterMillis)
        .end();
  }
}
