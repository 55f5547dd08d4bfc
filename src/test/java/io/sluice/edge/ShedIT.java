package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Admission over real sockets: who gets in, who waits, what a refusal says, who is never called.
 */
class ShedIT {
  private static final String LANE_OF_FOUR =
      """
      lanes:
        main:
          limit: 4
          waiters: 8
          tiers:
            p0: { reserve: 50%%, wait: %s }
            p1: { reserve: 25%%, wait: %s }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: core, path: /p0/*, kind: read, tier: p0, lane: main, backend: main, timeout: 10s }
        - { name: page, path: /p1/*, kind: read, tier: p1, lane: main, backend: main, timeout: 10s }
        - { name: extra, path: /p2/*, kind: refresh, tier: p2, lane: main, backend: main, timeout: 10s }
      """;

  @Test
  void repeats_areCounted_byAttemptCount_byKey_andByRequestId() throws Exception {
    try (var backend = new Gated();
        var gateway = TestGateway.start(LANE_OF_FOUR.formatted("1s", "1s", backend.server.url()))) {
      backend.answers.release(100);
      for (String header :
          List.of(
              "x-sluice-attempt: 1",
              "x-sluice-attempt: 2", // a repeat
              "x-request-id: one",
              "x-request-id: one", // a repeat
              "x-request-id: two",
              "Idempotency-Key: k",
              "Idempotency-Key: k")) { // a repeat
        RawClient.get(gateway.port(), "/p0/a", header);
      }
      RawClient.get(gateway.port(), "/p0/b", "x-request-id: one"); // of the same errand
      assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
          .containsPattern("sluice_repeated_requests_total\\{[^}]*route=\"core\"[^}]*} 3\\.0");
    }
  }

  /** A backend that answers each call when the test lets it. */
  private static final class Gated implements AutoCloseable {
    final Semaphore answers = new Semaphore(0);
    final AtomicInteger calls = new AtomicInteger();
    final List<String> paths = new CopyOnWriteArrayList<>();
    final RawServer server;

    Gated() throws Exception {
      server =
          new RawServer(
              connection -> {
                for (String head = connection.readHead();
                    !head.isEmpty();
                    head = connection.readHead()) {
                  paths.add(head.substring(head.indexOf(' ') + 1, head.indexOf(" HTTP")));
                  calls.incrementAndGet();
                  answers.acquire();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                }
              });
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  private static Gateway gateway(Gated backend, String waitP0, String waitP1) throws Exception {
    return TestGateway.start(LANE_OF_FOUR.formatted(waitP0, waitP1, backend.server.url()));
  }

  @Test
  void refusal_saysWhyAndWhenToComeBack() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s");
        var clients = new Clients(gateway)) {
      clients.get("/p2/1");
      await().until(() -> backend.calls.get() == 1);

      // l = 4, r0 = 2, r1 = 1: one P2 fits beside the reserves, a second does not.
      var answer = RawClient.get(gateway.port(), "/p2/2");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("tier-ceiling");
      assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
      assertThat(Integer.parseInt(answer.header("retry-after"))).isPositive();
      assertThat(Integer.parseInt(answer.header("retry-after-ms"))).isPositive();
      assertThat(Long.parseLong(answer.header("x-ratelimit-reset"))).isGreaterThan(1_600_000_000L);
      assertThat(answer.header("ratelimit")).startsWith("\"main\";r=0;t=");
      assertThat(answer.header("ratelimit-policy")).startsWith("\"main\";q=4");
      JsonNode problem = new ObjectMapper().readTree(answer.body());
      assertThat(problem.path("type").asText()).isEqualTo("urn:sluice:problem:tier-ceiling");
      assertThat(problem.path("tier").asText()).isEqualTo("p2");
      assertThat(problem.path("lane").asText()).isEqualTo("main");
      assertThat(problem.path("inFlight").asInt()).isEqualTo(1);
      assertThat(problem.path("limit").asInt()).isEqualTo(4);
      assertThat(problem.path("hints").path("jitterMs").asInt()).isEqualTo(1000);
      assertThat(backend.calls).hasValue(1);
      backend.answers.release(10);
      assertThat(clients.statuses()).containsExactly(200);
    }
  }

  @Test
  void waiters_areServedWhenAPermitComesFree_P0First() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s");
        var clients = new Clients(gateway)) {
      clients.fill(backend);
      clients.get("/p1/waits");
      await().until(() -> gateway.state().requests() == 5);
      clients.get("/p0/waits");
      await().until(() -> gateway.state().requests() == 6);

      // One permit comes free: it is the P0's, although the P1 has waited longer.
      backend.answers.release();
      await().until(() -> backend.calls.get() == 5);
      assertThat(backend.paths.getLast()).isEqualTo("/p0/waits");
      backend.answers.release(10);

      assertThat(clients.statuses()).containsOnly(200).hasSize(6);
      assertThat(backend.paths.getLast()).isEqualTo("/p1/waits");
    }
  }

  @Test
  void waiterThatGetsNoPermitInTime_isRefused_withoutTouchingTheBackend() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "100ms", "50ms");
        var clients = new Clients(gateway)) {
      clients.fill(backend);

      var p1 = RawClient.get(gateway.port(), "/p1/x");
      var p0 = RawClient.get(gateway.port(), "/p0/x");

      assertThat(p1.status()).isEqualTo(429);
      assertThat(p1.header("x-sluice-reason")).isEqualTo("wait-expired");
      assertThat(p0.header("x-sluice-reason")).isEqualTo("wait-expired");
      assertThat(backend.calls).hasValue(4);
      backend.answers.release(4);
      assertThat(clients.statuses()).containsOnly(200);
    }
  }

  @Test
  void waiterWhoseClientLeaves_isNeverCalled() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s");
        var clients = new Clients(gateway)) {
      clients.fill(backend);
      try (var leaver = new RawClient(gateway.port())) {
        leaver.send("GET", "/p0/leaves", "");
        await().until(() -> gateway.state().requests() == 5);
      }
      await().until(() -> gateway.state().requests() == 4);

      backend.answers.release(10);

      assertThat(clients.statuses()).containsOnly(200).hasSize(4);
      assertThat(backend.calls).hasValue(4);
    }
  }

  @Test
  void deadlineThatCannotBeMet_isRefusedOnArrival() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s")) {
      // Teach the route that its calls take some 300 ms.
      try (var clients = new Clients(gateway)) {
        clients.get("/p1/slow");
        await().until(() -> backend.calls.get() == 1);
        var start = System.nanoTime();
        await().until(() -> System.nanoTime() - start > 300_000_000L);
        backend.answers.release();
        assertThat(clients.statuses()).containsExactly(200);
      }

      var answer = RawClient.get(gateway.port(), "/p1/x", "x-request-timeout-ms: 100");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("deadline-unreachable");
      assertThat(backend.calls).hasValue(1);
    }
  }

  @Test
  void strangersMayLowerTheirTier_andNeverRaiseIt() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s");
        var clients = new Clients(gateway)) {
      clients.get("/p2/1");
      await().until(() -> backend.calls.get() == 1);

      assertThat(RawClient.get(gateway.port(), "/p2/2", "x-sluice-tier: p0").status())
          .isEqualTo(429);
      assertThat(RawClient.get(gateway.port(), "/p0/2", "x-sluice-tier: p2").status())
          .isEqualTo(429);
      backend.answers.release(10);
      assertThat(clients.statuses()).containsExactly(200);
    }
  }

  @Test
  void shedConnection_staysOpenForTheNextRequest() throws Exception {
    try (var backend = new Gated();
        var gateway = gateway(backend, "5s", "5s");
        var clients = new Clients(gateway)) {
      clients.get("/p2/1");
      await().until(() -> backend.calls.get() == 1);
      try (var client = new RawClient(gateway.port())) {
        for (int i = 0; i < 3; i++) {
          assertThat(client.send("GET", "/p2/x", "").answer().status()).isEqualTo(429);
        }
        assertThat(client.send("POST", "/p2/x", "a small body").answer().status()).isEqualTo(429);
        assertThat(client.send("GET", "/p2/x", "").answer().status()).isEqualTo(429);
        var large = client.send("POST", "/p2/x", "x".repeat(200_000)).answer();
        assertThat(large.status()).isEqualTo(429);
        assertThat(large.header("connection")).isEqualTo("close");
      }
      backend.answers.release(10);
      assertThat(clients.statuses()).containsExactly(200);
    }
  }

  /** Clients that wait for their answers, each on a connection and a thread of its own. */
  private static final class Clients implements AutoCloseable {
    private final Gateway gateway;
    private final java.util.concurrent.ExecutorService threads =
        Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<Integer>> answers = new ArrayList<>();

    Clients(Gateway gateway) {
      this.gateway = gateway;
    }

    void get(String path) throws InterruptedException {
      var started = new CountDownLatch(1);
      Callable<Integer> call =
          () -> {
            started.countDown();
            return RawClient.get(gateway.port(), path).status();
          };
      answers.add(threads.submit(call));
      started.await();
    }

    /** Takes all four permits. */
    void fill(Gated backend) throws InterruptedException {
      for (int i = 0; i < 4; i++) {
        get("/p0/fill");
      }
      await().until(() -> backend.calls.get() == 4);
    }

    List<Integer> statuses() throws Exception {
      var statuses = new ArrayList<Integer>();
      for (Future<Integer> answer : answers) {
        statuses.add(answer.get());
      }
      return statuses;
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }
}
