package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Slow reads that are asked for a second time beside the first. */
class HedgeIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final AtomicInteger slowRequests = new AtomicInteger();
  private final AtomicInteger fastRequests = new AtomicInteger();
  private final CountDownLatch cut = new CountDownLatch(1);

  private RawServer silent() throws IOException {
    return new RawServer(
        connection -> {
          if (!connection.readHead().isEmpty()) {
            slowRequests.incrementAndGet();
            connection.awaitClose();
            cut.countDown();
          }
        });
  }

  private RawServer answering() throws IOException {
    return new RawServer(
        connection -> {
          while (!connection.readHead().isEmpty()) {
            fastRequests.incrementAndGet();
            connection.write(OK);
          }
        });
  }

  private static Gateway hedging(String budget, RawServer... endpoints) throws Exception {
    var urls = new StringBuilder();
    for (RawServer endpoint : endpoints) {
      urls.append(urls.isEmpty() ? "" : ", ").append(endpoint.url());
    }
    return TestGateway.start(
        """
        retryBudget: { minimum: 1000 }
        lanes: { main: { limit: 8 } }
        backends:
          main:
            endpoints: [%s]
            balance: { strategy: round-robin }
            ejection: { failures: 0 }
            retry: { attempts: 2, hedge: { after: 50ms }, budget: %s }
        routes:
          - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
        """
            .formatted(urls, budget));
  }

  @Test
  void slowRead_isAskedForElsewhere_andTheSlowOneIsCut() throws Exception {
    try (var slow = silent();
        var fast = answering();
        var gateway = hedging("{ minimum: 1000 }", slow, fast)) {
      for (int i = 0; i < 4; i++) {
        assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      }
      cut.await();
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(fastRequests).hasValue(4);
    assertThat(slowRequests.get()).isPositive();
  }

  @Test
  void write_isNeverHedged() throws Exception {
    try (var slow = silent();
        var fast = silent();
        var gateway = hedging("{ minimum: 1000 }", slow, fast);
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/", "{}", "x-request-timeout-ms: 400").answer();
      assertThat(answer.status()).isEqualTo(504);
      assertThat(slowRequests).hasValue(1);
    }
  }

  @Test
  void hedges_arePaidForFromTheBudget() throws Exception {
    try (var slow = silent();
        var other = silent();
        var gateway = hedging("{ ratio: 0%, minimum: 2 }", slow, other)) {
      for (int i = 0; i < 4; i++) {
        var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 250");
        assertThat(answer.status()).isEqualTo(504);
      }
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(slowRequests).as("four, and two of them twice").hasValue(6);
  }
}
