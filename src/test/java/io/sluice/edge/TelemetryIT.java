package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import io.sluice.spi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loss-tolerant routes: always 202, and every loss counted. */
class TelemetryIT {
  @Test
  void moreBodiesOnTheirWayThanTheWorkersCouldTake_areDiscardedAtOnce_andCounted()
      throws Exception {
    var handled = new AtomicInteger();
    ScriptedBackend.does(
        _ -> {
          handled.incrementAndGet();
          return Answer.json(200, "{}");
        });
    try (var gateway =
        TestGateway.start(
            """
            lanes: { events: { limit: 4, waiters: 0, workers: 2, backlog: 2 } }
            backends: { events: { inProcess: scripted } }
            routes:
              - { name: events, path: /*, kind: refresh, tier: p2, lane: events, backend: events,
                  timeout: 20s, overflow: discard }
            """)) {
      var slow = new ArrayList<RawClient>();
      for (int i = 0; i < 4; i++) {
        var client = new RawClient(gateway.port());
        slow.add(client);
        client.write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\n12");
      }
      await().until(() -> gateway.state().requests() == 4);
      try (var third = new RawClient(gateway.port())) {
        assertThat(third.send("POST", "/", "body").answer().status()).isEqualTo(202);
        assertThat(third.send("GET", "/", "").answer().status()).isEqualTo(202);
      }
      await().until(() -> handled.get() == 1); // the one without a body
      for (RawClient client : slow) {
        client.write("34");
        assertThat(client.answer().status()).isEqualTo(202);
        client.close();
      }
      await().until(() -> handled.get() == 5);
      try (var again = new RawClient(gateway.port())) {
        assertThat(again.send("POST", "/", "body").answer().status()).isEqualTo(202);
      }
      await().until(() -> handled.get() == 6);
      assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
          .containsPattern("sluice_[a-z_]*accepted_total\\{[^}]*\\} 7.0");
    }
  }

  @Test
  void clientThatLeavesWithHalfItsBodySent_leavesItsPlace() throws Exception {
    var handled = new AtomicInteger();
    ScriptedBackend.does(
        _ -> {
          handled.incrementAndGet();
          return Answer.json(200, "{}");
        });
    try (var gateway =
        TestGateway.start(
            """
            lanes: { events: { limit: 4, waiters: 0, workers: 2, backlog: 2 } }
            backends: { events: { inProcess: scripted } }
            routes:
              - { name: events, path: /*, kind: refresh, tier: p2, lane: events, backend: events,
                  timeout: 20s, overflow: discard }
            """)) {
      for (int i = 0; i < 6; i++) { // more than there are places
        try (var client = new RawClient(gateway.port())) {
          client.write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\n12");
          await().until(() -> gateway.state().requests() == 1);
        }
        await().until(() -> gateway.state().requests() == 0);
      }
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.send("POST", "/", "body").answer().status()).isEqualTo(202);
      }
      await().until(() -> handled.get() == 1);
      assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
          .containsPattern("sluice_failures_total\\{.*client-gone.*\\} 6.0");
    }
  }

  @ParameterizedTest
  @CsvSource({"discard, /1 /2 /3", "discard-oldest, /1 /9 /10"})
  void overload_isAnswered202_andWhatWasDroppedIsCounted(String overflow, String done)
      throws Exception {
    var let = new Semaphore(0);
    List<String> seen = new CopyOnWriteArrayList<>();
    ScriptedBackend.does(
        call -> {
          seen.add(call.path());
          let.acquire();
          return Answer.json(200, "{}");
        });
    try (var gateway =
        TestGateway.start(
            """
            lanes: { events: { limit: 4, waiters: 0, workers: 2, backlog: 2 } }
            backends: { events: { inProcess: scripted } }
            routes:
              - { name: events, path: /*, kind: refresh, tier: p2, lane: events, backend: events,
                  timeout: 20s, overflow: %s }
            """
                .formatted(overflow))) {
      assertThat(RawClient.get(gateway.port(), "/0").status()).isEqualTo(202);
      await().until(() -> seen.size() == 1);
      for (int i = 1; i <= 10; i++) {
        assertThat(RawClient.get(gateway.port(), "/" + i).status()).isEqualTo(202);
        if (i == 1) {
          await().until(() -> seen.size() == 2);
        }
      }
      let.release(100);

      await().until(() -> seen.size() == 4);
      assertThat(seen).contains("/0").containsAll(List.of(done.split(" ")));
      await()
          .untilAsserted(
              () ->
                  assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
                      .containsPattern("sluice_[a-z_]*accepted_total\\{[^}]*\\} 11.0")
                      .containsPattern("sluice_[a-z_]*completed_total\\{[^}]*\\} 4.0"));
    }
  }
}
