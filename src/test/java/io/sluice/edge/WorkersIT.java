package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.observe.LoopLag;
import io.sluice.observe.Quantile;
import io.sluice.spi.Answer;
import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Blocking code behind a route: where it runs, how it is interrupted, what it cannot hold up. */
class WorkersIT {
  private static Gateway gateway(int workers, int limit, int backlog) throws Exception {
    return TestGateway.start(
        """
        lanes:
          main: { limit: %d, waiters: 8, workers: %d, backlog: %d }
        backends: { main: { inProcess: scripted } }
        routes:
          - { name: all, path: /*, kind: read, tier: p0, lane: main, backend: main, timeout: 5s }
        """
            .formatted(limit, workers, backlog));
  }

  private static Answer ok() {
    return Answer.json(200, "{\"ok\":true}");
  }

  /** Works for so long whatever happens. */
  private static void workUninterruptibly(long millis) {
    long until = System.nanoTime() + millis * 1_000_000;
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(1_000_000);
      Thread.interrupted();
    }
  }

  private static String metric(Gateway gateway, String name) throws Exception {
    return RawClient.get(gateway.adminPort(), "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name) && !line.startsWith("#"))
        .findFirst()
        .orElse("");
  }

  @Test
  void call_seesTheRequest_andItsAnswerComesBack() throws Exception {
    ScriptedBackend.does(
        call ->
            Answer.json(
                201,
                call.method()
                    + " "
                    + call.path()
                    + " "
                    + call.query()
                    + " "
                    + call.header("x-own")
                    + " "
                    + new String(call.body(), java.nio.charset.StandardCharsets.UTF_8)));
    try (var gateway = gateway(2, 4, 2);
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/a?b=c", "hello", "X-Own: mine").answer();

      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.body()).isEqualTo("POST /a b=c mine hello");
      assertThat(client.send("GET", "/again", "").answer().status()).isEqualTo(201);
    }
  }

  @Test
  void call_isTold_whatABackendElsewhereWouldBe() throws Exception {
    var seen = new CopyOnWriteArrayList<Map<String, List<String>>>();
    ScriptedBackend.does(
        call -> {
          seen.add(call.headers());
          return ok();
        });
    try (var gateway = gateway(2, 4, 2)) {
      RawClient.get(
          gateway.port(),
          "/",
          "X-Own: a",
          "X-Own: b",
          "Connection: x-secret",
          "X-Secret: 1",
          "Keep-Alive: 5",
          "TE: trailers",
          "X-Real-IP: 6.6.6.6",
          "X_Forwarded_For: 6.6.6.6",
          "X-Forwarded-For: 6.6.6.6");
    }
    assertThat(seen.getFirst())
        .containsEntry("x-own", List.of("a", "b"))
        .containsOnlyKeys("x-own", "host");
  }

  @Test
  void answer_isRidOfTheConnectionsFields_alsoForHttp2() throws Exception {
    ScriptedBackend.does(
        _ ->
            new Answer(
                200,
                Map.of(
                    "Connection", "keep-alive",
                    "Keep-Alive", "timeout=5",
                    "Transfer-Encoding", "chunked",
                    "Upgrade", "h2c",
                    "Content-Length", "99",
                    "X-Own", "kept"),
                "ok".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    try (var gateway = gateway(2, 4, 2)) {
      var answer = RawClient.get(gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("ok");
      assertThat(answer.header("content-length")).isEqualTo("2");
      assertThat(answer.header("x-own")).isEqualTo("kept");
      assertThat(answer.headers()).doesNotContainKeys("keep-alive", "transfer-encoding", "upgrade");
      try (var client = new RawFrames(gateway.port())) {
        var framed =
            client.answer(
                client.head(true, ":method: GET", ":scheme: http", ":path: /", ":authority: test"));
        assertThat(framed.status()).isEqualTo(200);
        assertThat(framed.headers().toString())
            .contains("x-own")
            .doesNotContain("keep-alive")
            .doesNotContain("transfer-encoding");
      }
    }
  }

  @Test
  void answersThatHaveNoBody_haveNoLengthEither_andKeepTheConnection() throws Exception {
    ScriptedBackend.does(
        call ->
            new Answer(
                Integer.parseInt(call.path().substring(1)),
                Map.of("etag", "\"1\""),
                "none".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    try (var gateway = gateway(2, 4, 2);
        var client = new RawClient(gateway.port())) {
      for (int status : new int[] {204, 304}) {
        var answer = client.send("GET", "/" + status, "").answer();
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("etag")).isEqualTo("\"1\"");
        assertThat(answer.headers()).doesNotContainKeys("content-length", "transfer-encoding");
      }
      assertThat(client.send("GET", "/200", "").answer().body()).isEqualTo("none");
    }
  }

  @Test
  void answerThatNoneMayBe_isAnswered502() throws Exception {
    for (Answer bad :
        List.of(
            Answer.json(99, "{}"),
            new Answer(200, Map.of("x y", "z"), new byte[0]),
            new Answer(200, Map.of("x", "a\r\nb: c"), new byte[0]))) {
      ScriptedBackend.does(_ -> bad);
      try (var gateway = gateway(2, 4, 2)) {
        var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 3000");
        assertThat(answer.header("x-sluice-reason")).isEqualTo("backend-failed");
      }
    }
  }

  @Test
  void codeThatThrows_isAnswered502_andGivesItsPermitBack() throws Exception {
    ScriptedBackend.does(
        _ -> {
          throw new IllegalStateException("broken");
        });
    try (var gateway = gateway(2, 4, 2)) {
      for (int i = 0; i < 10; i++) {
        var answer = RawClient.get(gateway.port(), "/");
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.header("x-sluice-reason")).isEqualTo("backend-failed");
        assertThat(answer.body()).doesNotContain("broken");
      }
    }
  }

  @Test
  void timeout_interruptsTheWorker() throws Exception {
    var interrupted = new CountDownLatch(1);
    ScriptedBackend.does(
        _ -> {
          try {
            new CountDownLatch(1).await();
            return ok();
          } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
          }
        });
    try (var gateway = gateway(2, 4, 2)) {
      var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 200");

      assertThat(answer.status()).isEqualTo(504);
      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void clientThatLeaves_interruptsTheWorker() throws Exception {
    var running = new CountDownLatch(1);
    var abandoned = new AtomicBoolean();
    var interrupted = new CountDownLatch(1);
    ScriptedBackend.does(
        call -> {
          running.countDown();
          try {
            new CountDownLatch(1).await();
            return ok();
          } catch (InterruptedException e) {
            abandoned.set(call.abandoned().getAsBoolean());
            interrupted.countDown();
            throw e;
          }
        });
    try (var gateway = gateway(2, 4, 2)) {
      try (var client = new RawClient(gateway.port())) {
        client.send("GET", "/", "");
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
      }

      assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(abandoned).isTrue();
    }
  }

  @Test
  void workThatIgnoresItsInterrupt_answersInTime_andKeepsItsSlotUntilItEnds() throws Exception {
    var ended = new CountDownLatch(1);
    ScriptedBackend.does(
        _ -> {
          workUninterruptibly(1200);
          ended.countDown();
          return ok();
        });
    try (var gateway = gateway(1, 4, 3)) {
      var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 200");

      assertThat(answer.status()).isEqualTo(504);
      assertThat(ended.getCount()).as("still at work when the client had its answer").isOne();
      assertThat(metric(gateway, "sluice_lane_in_flight{lane=\"main\",tier=\"p0\""))
          .endsWith(" 1.0");
      assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
      await()
          .untilAsserted(
              () ->
                  assertThat(metric(gateway, "sluice_lane_in_flight{lane=\"main\",tier=\"p0\""))
                      .endsWith(" 0.0"));
    }
  }

  @Test
  void overload_runsEveryTaskOffTheEventLoops_andLeavesThemResponsive() throws Exception {
    var onLoop = new AtomicInteger();
    var tasks = new AtomicInteger();
    ScriptedBackend.does(
        _ -> {
          tasks.incrementAndGet();
          if (Context.isOnEventLoopThread()
              || !Thread.currentThread().getName().contains("-worker-")) {
            onLoop.incrementAndGet();
          }
          workUninterruptibly(100);
          return ok();
        });
    // 4 workers of 100 ms serve 40/s; 64 clients that pause for 150 ms offer more than 400.
    Vertx elsewhere = Vertx.vertx();
    try (var rig = new DoorRig(12, 4, 8)) {
      load(rig.port(), 64, 4); // what it costs to load classes is not asked for here
      tasks.set(0);
      LoopLag lag = rig.measureLag();
      LoopLag idle = DoorRig.measureLag(elsewhere, elsewhere.getOrCreateContext());

      List<Integer> statuses = load(rig.port(), 64, 30);

      long served = statuses.stream().filter(status -> status == 200).count();
      long shed = statuses.stream().filter(status -> status == 429).count();
      assertThat(served + shed).isEqualTo(64 * 30);
      assertThat(shed).isGreaterThan(4 * served);
      assertThat(tasks).hasValue((int) served);
      assertThat(onLoop).hasValue(0);
      // A machine on which even a loop without any work is late is busy with something else. Tasks
      // on the loop would make it late by seconds.
      assertThat(p99Seconds(lag))
          .as("loop lag against half a task")
          .isLessThan(Math.max(0.050, 4 * p99Seconds(idle)));
    } finally {
      elsewhere.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private static double p99Seconds(LoopLag lag) {
    var lags = lag.percentiles(NanoClock.SYSTEM.nanoTime());
    assertThat(lags.count()).isPositive();
    return lags.seconds(Quantile.P99);
  }

  /** So many clients, each asking so many times with a pause in between. */
  private static List<Integer> load(int port, int clients, int requests) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<List<Integer>>>();
      for (int i = 0; i < clients; i++) {
        answers.add(
            threads.submit(
                () -> {
                  var seen = new ArrayList<Integer>();
                  try (var client = new RawClient(port)) {
                    for (int n = 0; n < requests; n++) {
                      seen.add(client.send("GET", "/", "").answer().status());
                      LockSupport.parkNanos(150_000_000);
                    }
                  }
                  return seen;
                }));
      }
      var statuses = new ArrayList<Integer>();
      for (Future<List<Integer>> client : answers) {
        statuses.addAll(client.get());
      }
      return statuses;
    }
  }
}
