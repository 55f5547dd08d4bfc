package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A backend that says it is exhausted: only what matters most waits for it. */
class DyingBackendIT {
  private static final String EXHAUSTED =
      "HTTP/1.1 200 OK\r\nendpoint-load-metrics: TEXT cpu_utilization=0.99\r\n"
          + "Content-Length: 2\r\n\r\nok";

  @Test
  void readsAreRefusedWhereTheyWouldHaveWaited_andWritesWait() throws Exception {
    var held = new AtomicInteger();
    var goOn = new CountDownLatch(1);
    var over = new AtomicBoolean();
    try (var backend =
            new RawServer(
                connection -> {
                  for (String head = connection.readHead();
                      !head.isEmpty();
                      head = connection.readHead()) {
                    if (!head.startsWith("GET /ping")) {
                      held.incrementAndGet();
                      goOn.await();
                    }
                    connection.write(EXHAUSTED);
                  }
                });
        var gateway =
            TestGateway.start(
                """
                lanes:
                  main:
                    limit: 4
                    waiters: 8
                    tiers: { p0: { wait: 5s }, p1: { wait: 5s } }
                  pings: { limit: 4 }
                backends: { main: { endpoints: ['%s'] } }
                routes:
                  - { name: pings, path: /ping, lane: pings, backend: main }
                  - { name: reads, path: /read, kind: read, lane: main, backend: main, timeout: 20s }
                  - { name: writes, path: /write, kind: write, lane: main, backend: main,
                      timeout: 20s }
                """
                    .formatted(backend.url()));
        var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        for (int i = 0; i < 4; i++) {
          pool.submit(() -> RawClient.get(gateway.port(), "/write"));
        }
        await().until(() -> held.get() == 4);
        Future<RawClient.Answer> before = pool.submit(() -> RawClient.get(gateway.port(), "/read"));
        await()
            .until(() -> gateway.state().requests() == 5); // it was well until now: this one waits

        assertThat(RawClient.get(gateway.port(), "/ping").status()).isEqualTo(200);
        pool.submit(
            () -> {
              while (!over.get()) {
                RawClient.get(gateway.port(), "/ping"); // and goes on saying that it is exhausted
              }
              return null;
            });
        await()
            .untilAsserted(
                () -> {
                  var refused =
                      RawClient.get(gateway.port(), "/read", "x-request-timeout-ms: 2000");
                  assertThat(refused.header("x-sluice-reason")).isEqualTo("lane-full");
                });
        Future<RawClient.Answer> write = pool.submit(() -> RawClient.get(gateway.port(), "/write"));
        await().until(() -> gateway.state().requests() >= 6);
        goOn.countDown();
        assertThat(write.get().status()).isEqualTo(200);
        assertThat(before.get().status()).isEqualTo(200);
      } finally {
        goOn.countDown();
        over.set(true);
      }
    }
  }
}
