package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Letting go: not ready, still serving, in-flight work finishes, then the door is shut. */
class DrainIT {
  @Test
  void drain_finishesWhatIsInFlight_servesWithConnectionClose_andThenShuts() throws Exception {
    var let = new Semaphore(0);
    var calls = new AtomicInteger();
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    calls.incrementAndGet();
                    let.acquire();
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
                  }
                });
        var gateway =
            TestGateway.start(
                """
                lanes: { main: { limit: 8, waiters: 8 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 20s }
                """
                    .formatted(backend.url()));
        var slow = new RawClient(gateway.port())) {
      slow.send("GET", "/slow", "");
      await().until(() -> calls.get() == 1);
      assertThat(RawClient.get(gateway.adminPort(), "/readyz").status()).isEqualTo(200);

      var drained = CompletableFuture.supplyAsync(gateway::drain);

      await().until(() -> RawClient.get(gateway.adminPort(), "/readyz").status() == 503);
      assertThat(RawClient.get(gateway.adminPort(), "/livez").status()).isEqualTo(200);
      let.release();
      var answer = slow.answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("ok");
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(slow.isClosedByServer()).isTrue();
      assertThat(drained.get()).isTrue();
      await()
          .until(
              () -> {
                try (var _ = new RawClient(gateway.port())) {
                  return false;
                } catch (ConnectException refused) {
                  return true;
                }
              });
    }
  }
}
