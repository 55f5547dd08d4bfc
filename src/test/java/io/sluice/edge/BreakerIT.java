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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Breakers in front of real connections; faults that other gateways shipped, by name. */
class BreakerIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final AtomicInteger requests = new AtomicInteger();
  private volatile String answer = status(500);
  private volatile boolean silent;
  private final CountDownLatch goOn = new CountDownLatch(1);

  private static String status(int status) {
    return "HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n";
  }

  private RawServer backend() throws IOException {
    return new RawServer(
        connection -> {
          while (!connection.readHead().isEmpty()) {
            requests.incrementAndGet();
            if (silent) {
              goOn.await();
            }
            connection.write(answer);
          }
        });
  }

  private static Gateway guarded(RawServer backend, String breaker) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 80, waiters: 0 } }
        backends:
          main: { endpoints: ['%s'], connectTimeout: 100ms, breaker: { %s } }
        routes:
          - { name: all, path: /*, lane: main, backend: main, timeout: 5s, wait: 0ms }
        """
            .formatted(backend.url(), breaker));
  }

  private static JsonNode breaker(Gateway gateway) throws IOException {
    String page = RawClient.get(gateway.adminPort(), "/breakers").body();
    return new ObjectMapper().readTree(page).path("breakers").path(0);
  }

  private static String state(Gateway gateway) throws IOException {
    return breaker(gateway).path("state").asText();
  }

  private static int get(Gateway gateway, String... headers) throws IOException {
    return RawClient.get(gateway.port(), "/", headers).status();
  }

  private static void open(Gateway gateway) throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThat(get(gateway)).isEqualTo(500);
    }
    assertThat(state(gateway)).isEqualTo("open");
  }

  @Test
  void openBreaker_isAnsweredWithoutTheBackend_andSaysWhenToComeBack() throws Exception {
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3, cooldown: 60s")) {
      open(gateway);
      int before = requests.get();
      var refused = RawClient.get(gateway.port(), "/");
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("x-sluice-reason")).isEqualTo("breaker-open");
      assertThat(Integer.parseInt(refused.header("retry-after"))).isGreaterThan(1);
      assertThat(requests).hasValue(before);
    }
  }

  @Test
  void fieldCase9_probeThatNeverReturns_givesItsSlotBack() throws Exception {
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3, cooldown: 50ms, probeTimeout: 200ms")) {
      open(gateway);
      silent = true;
      int before = requests.get();
      try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
        await()
            .until(
                () -> {
                  pool.submit(() -> get(gateway));
                  return requests.get() > before;
                });
        silent = false;
        answer = OK;
        await().until(() -> get(gateway) == 200);
        assertThat(state(gateway)).isEqualTo("closed");
        goOn.countDown();
      }
    }
  }

  @Test
  void fieldCase10_probeThatIsAnswered4xx_closesIt() throws Exception {
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3, cooldown: 50ms")) {
      open(gateway);
      answer = status(404);
      await().until(() -> get(gateway) == 404);
      assertThat(state(gateway)).isEqualTo("closed");
    }
  }

  @Test
  void fieldCase11_ofManyCallersAtTheEndOfTheCooldown_oneReachesTheBackend() throws Exception {
    int callers = 64;
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3, cooldown: 100ms, probeTimeout: 5s")) {
      open(gateway);
      silent = true;
      answer = OK;
      await().until(() -> breaker(gateway).path("openForMs").asLong(0) == 0);
      int before = requests.get();
      var together = new CyclicBarrier(callers);
      List<Future<Integer>> answers = new ArrayList<>();
      try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < callers; i++) {
          answers.add(
              pool.submit(
                  () -> {
                    together.await();
                    return get(gateway);
                  }));
        }
        await().until(() -> answers.stream().filter(Future::isDone).count() == callers - 1);
        assertThat(requests).hasValue(before + 1);
        goOn.countDown();
      }
      int good = 0;
      for (Future<Integer> each : answers) {
        good += each.get() == 200 ? 1 : 0;
      }
      assertThat(good).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429})
  void fieldCase13_statusesThatTrip_areTheConfiguredOnes(int status) throws Exception {
    answer = status(status);
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3, cooldown: 60s, statuses: [429, 503]")) {
      for (int i = 0; i < 5; i++) {
        get(gateway);
      }
      assertThat(state(gateway)).isEqualTo(status == 500 ? "closed" : "open");
    }
  }

  @Test
  void fieldCase14_clientsThatLeave_tripNothing() throws Exception {
    silent = true;
    answer = OK;
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 2, cooldown: 60s")) {
      for (int i = 0; i < 5; i++) {
        int before = requests.get();
        try (var client = new RawClient(gateway.port())) {
          client.send("GET", "/", "");
          await().until(() -> requests.get() > before);
        }
      }
      await().until(() -> gateway.state().requests() == 0);
      assertThat(state(gateway)).isEqualTo("closed");
      goOn.countDown();
      silent = false;
      assertThat(get(gateway)).isEqualTo(200);
    }
  }

  @Test
  void fieldCase16_refusalsOfTheLane_tripNothing() throws Exception {
    silent = true;
    answer = OK;
    try (var backend = backend();
        var gateway =
            TestGateway.start(
                """
                lanes: { main: { limit: 4, waiters: 0 } }
                backends:
                  main: { endpoints: ['%s'], breaker: { failures: 1, statuses: [429, 503] } }
                routes:
                  - { name: all, path: /*, kind: refresh, lane: main, backend: main, timeout: 5s }
                """
                    .formatted(backend.url()));
        var holder = new RawClient(gateway.port())) {
      holder.send("GET", "/", "");
      await().until(() -> requests.get() == 1);
      await().until(() -> get(gateway, "x-request-timeout-ms: 100") == 429);
      assertThat(state(gateway)).isEqualTo("closed");
      goOn.countDown();
    }
  }

  @Test
  void operatorsWord_opensAndCloses() throws Exception {
    answer = OK;
    try (var backend = backend();
        var gateway = guarded(backend, "failures: 3");
        var admin = new RawClient(gateway.adminPort())) {
      assertThat(admin.send("POST", "/breakers/main/open", "").answer().status()).isLessThan(300);
      assertThat(get(gateway)).isEqualTo(503);
      assertThat(admin.send("POST", "/breakers/main/auto", "").answer().status()).isLessThan(300);
      assertThat(get(gateway)).isEqualTo(200);
    }
  }
}
