package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.spi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What becomes of a write that its client sends again with the same key, over real sockets. */
class IdempotencyIT {
  private static final String CREATED =
      "HTTP/1.1 201 Created\r\nContent-Length: 4\r\nLocation: /loans/1\r\nSet-Cookie: a=b\r\n"
          + "\r\nloan";
  private static final String DOWN =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\n\r\ndown";
  private static final String KEY = "Idempotency-Key: k-1";

  private volatile String script = CREATED;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Semaphore held = new Semaphore(0);
  private volatile boolean holds;

  private RawServer backend() throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            int length = length(head);
            connection.read(length);
            heads.add(head);
            if (holds) {
              held.acquire();
            }
            connection.write(script);
          }
        });
  }

  private static int length(String head) {
    var matcher = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  private static Gateway gateway(RawServer backend, String idempotency) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8, waiters: 8 } }
        backends: { main: { endpoints: ["%s"] } }
        routes:
          - { name: loans, path: /*, kind: write, lane: main, backend: main, timeout: 5s,
              trustIdempotencyKey: true, idempotency: %s }
        """
            .formatted(backend.url(), idempotency));
  }

  private static RawClient.Answer post(Gateway gateway, String body, String... headers)
      throws Exception {
    try (var client = new RawClient(gateway.port())) {
      return client.send("POST", "/loans", body, headers).answer();
    }
  }

  @Test
  void repeatOfACompletedWrite_getsTheFirstAnswer_andTheBackendNothing() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      var first = post(gateway, "book=1", KEY);
      var second = post(gateway, "book=1", KEY);

      assertThat(heads).hasSize(1);
      assertThat(first.headers()).doesNotContainKey("idempotency-replayed");
      assertThat(second.status()).isEqualTo(201);
      assertThat(second.body()).isEqualTo("loan");
      assertThat(second.header("location")).isEqualTo("/loans/1");
      assertThat(second.header("set-cookie")).isEqualTo("a=b");
      assertThat(second.header("idempotency-replayed")).isEqualTo("true");
      assertThat(second.header("x-request-id"))
          .isNotEmpty()
          .isNotEqualTo(first.header("x-request-id"));
      String metrics = RawClient.get(gateway.adminPort(), "/metrics").body();
      assertThat(metrics).containsPattern("sluice_idempotency_replays_total\\{[^}]*} 1");
    }
  }

  @Test
  void repeatOnTheSameConnection_leavesItUsable() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var client = new RawClient(gateway.port())) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.send("POST", "/loans", "book=1", KEY).answer().status()).isEqualTo(201);
      }
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void chunkedRepeat_withTheSameBytes_isTheSame() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var client = new RawClient(gateway.port())) {
      post(gateway, "book=1", KEY);
      var second =
          client
              .write(
                  "POST /loans HTTP/1.1\r\nHost: test\r\n"
                      + KEY
                      + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n4\r\nok=1\r\n0\r\n\r\n")
              .answer();
      assertThat(second.header("idempotency-replayed")).isEqualTo("true");
    }
  }

  @Test
  void repeatThatAwaitsContinue_isAskedForItsBody() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var client = new RawClient(gateway.port())) {
      post(gateway, "book=1", KEY);
      client.write(
          "POST /loans HTTP/1.1\r\nHost: test\r\n"
              + KEY
              + "\r\nContent-Length: 6\r\nExpect: 100-continue\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(100);
      assertThat(client.write("book=1").answer().header("idempotency-replayed")).isEqualTo("true");
    }
  }

  @Test
  void anotherRequestUnderTheKey_isRefused() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var client = new RawClient(gateway.port())) {
      post(gateway, "book=1", KEY);
      var body = post(gateway, "book=2", KEY);
      assertThat(body.status()).isEqualTo(422);
      assertThat(body.header("x-sluice-reason")).isEqualTo("idempotency-mismatch");
      assertThat(client.send("POST", "/other", "book=1", KEY).answer().status()).isEqualTo(422);
      assertThat(client.send("PUT", "/loans", "book=1", KEY).answer().status()).isEqualTo(422);
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void sameKeyOfAnotherCaller_isAnother() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      post(gateway, "book=1", KEY, "Authorization: Bearer a");
      var other = post(gateway, "book=1", KEY, "Authorization: Bearer b");
      assertThat(other.headers()).doesNotContainKey("idempotency-replayed");
      assertThat(heads).hasSize(2);
    }
  }

  @Test
  void repeatOfARunningWrite_isToldToComeBack_andThenGetsItsAnswer() throws Exception {
    holds = true;
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var first = new RawClient(gateway.port())) {
      first.send("POST", "/loans", "book=1", KEY);
      await().until(() -> heads.size() == 1);

      var running = post(gateway, "book=1", KEY);
      assertThat(running.status()).isEqualTo(409);
      assertThat(running.header("x-sluice-reason")).isEqualTo("idempotency-running");
      assertThat(Integer.parseInt(running.header("retry-after"))).isPositive();
      assertThat(Integer.parseInt(running.header("retry-after-ms"))).isPositive();

      held.release();
      assertThat(first.answer().status()).isEqualTo(201);
      assertThat(post(gateway, "book=1", KEY).header("idempotency-replayed")).isEqualTo("true");
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void failedWrite_givesItsKeyBack() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      script = DOWN;
      assertThat(post(gateway, "book=1", KEY).status()).isEqualTo(503);
      script = CREATED;
      var second = post(gateway, "book=1", KEY);
      assertThat(second.status()).isEqualTo(201);
      assertThat(second.headers()).doesNotContainKey("idempotency-replayed");
      assertThat(heads).hasSize(2);
      assertThat(heads).allSatisfy(head -> assertThat(head).containsIgnoringCase(KEY));
    }
  }

  @Test
  void refusalOfTheBackends_isRemembered() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      script = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
      post(gateway, "book=9", KEY);
      assertThat(post(gateway, "book=9", KEY).header("idempotency-replayed")).isEqualTo("true");
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void keyOfAClientThatLeft_isTheNextOnes_onceItsCallIsOver() throws Exception {
    holds = true;
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      try (var first = new RawClient(gateway.port())) {
        first.send("POST", "/loans", "book=1", KEY);
        await().until(() -> heads.size() == 1);
      }
      await().untilAsserted(() -> assertThat(gateway.state().inFlight()).isZero());
      holds = false;
      held.release(10);
      var second = post(gateway, "book=1", KEY);
      assertThat(second.status()).isEqualTo(201);
      assertThat(second.headers()).doesNotContainKey("idempotency-replayed");
    }
  }

  @Test
  void answerTooLargeToKeep_isRememberedAsDone() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ maxAnswer: 3 }")) {
      assertThat(post(gateway, "book=1", KEY).status()).isEqualTo(201);
      var second = post(gateway, "book=1", KEY);
      assertThat(second.status()).isEqualTo(409);
      assertThat(second.header("x-sluice-reason")).isEqualTo("idempotency-done");
      assertThat(second.headers()).doesNotContainKey("retry-after");
      assertThat(post(gateway, "book=2", KEY).status()).isEqualTo(422);
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void answerWithoutABody_isKept() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}");
        var client = new RawClient(gateway.port())) {
      script = "HTTP/1.1 204 No Content\r\nX-Own: kept\r\n\r\n";
      client.send("DELETE", "/loans/1", "", KEY).answer();
      var second = client.send("DELETE", "/loans/1", "", KEY).answer();
      assertThat(second.status()).isEqualTo(204);
      assertThat(second.header("x-own")).isEqualTo("kept");
      assertThat(second.headers()).doesNotContainKey("content-length");
      assertThat(heads).hasSize(1);
    }
  }

  @Test
  void badKeys_areRefused() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      assertThat(post(gateway, "x", "Idempotency-Key: " + "k".repeat(256)).status()).isEqualTo(400);
      assertThat(post(gateway, "x", "Idempotency-Key: ").status()).isEqualTo(400);
      assertThat(post(gateway, "x", KEY, "Idempotency-Key: k-2").status()).isEqualTo(400);
      assertThat(heads).isEmpty();
    }
  }

  @Test
  void repeatWithTooLargeABody_isRefused() throws Exception {
    try (var backend = backend();
        var gateway =
            TestGateway.start(
                "maxBody: 1KiB",
                """
                lanes: { main: { limit: 8, waiters: 8 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: loans, path: /*, kind: write, lane: main, backend: main, timeout: 5s,
                      trustIdempotencyKey: true, idempotency: {} }
                """
                    .formatted(backend.url()));
        var client = new RawClient(gateway.port())) {
      post(gateway, "book=1", KEY);
      var tooLarge =
          client
              .write(
                  "POST /loans HTTP/1.1\r\nHost: test\r\n"
                      + KEY
                      + "\r\nTransfer-Encoding: chunked\r\n\r\n401\r\n"
                      + "x".repeat(1025)
                      + "\r\n0\r\n\r\n")
              .answer();
      assertThat(tooLarge.status()).isEqualTo(413);
    }
  }

  @Test
  void readsAndRequestsWithoutAKey_goOnAsEver() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      post(gateway, "book=1");
      post(gateway, "book=1");
      RawClient.get(gateway.port(), "/loans", KEY);
      RawClient.get(gateway.port(), "/loans", KEY);
      assertThat(heads).hasSize(4);
    }
  }

  @Test
  void ofManyAtOnceWithOneKey_theBackendSeesOne() throws Exception {
    holds = true;
    try (var backend = backend();
        var gateway = gateway(backend, "{}")) {
      var go = new CountDownLatch(1);
      var statuses = new CopyOnWriteArrayList<Integer>();
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 16; i++) {
        threads.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      try {
                        go.await();
                        statuses.add(post(gateway, "book=1", KEY).status());
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    }));
      }
      go.countDown();
      await().until(() -> statuses.size() == 15);
      held.release();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(heads).hasSize(1);
      assertThat(statuses).containsOnly(201, 409);
      assertThat(statuses.stream().filter(status -> status == 201)).hasSize(1);
    }
  }

  @Test
  void inProcessWork_keepsItsKeyUntilItsThreadIsFree() throws Exception {
    var release = new CountDownLatch(1);
    var started = new Semaphore(0);
    ScriptedBackend.does(
        _ -> {
          started.release();
          while (true) {
            try {
              release.await();
              return Answer.json(200, "{}");
            } catch (InterruptedException ignoredByThisWork) {
              // goes on all the same
            }
          }
        });
    try (var gateway =
        TestGateway.start(
            """
            lanes: { main: { limit: 4, workers: 4 } }
            backends: { main: { inProcess: scripted } }
            routes:
              - { name: loans, path: /*, kind: write, lane: main, backend: main, timeout: 300ms,
                  trustIdempotencyKey: true, idempotency: {} }
            """)) {
      assertThat(post(gateway, "book=1", KEY).status()).isEqualTo(504);
      started.acquire();
      assertThat(post(gateway, "book=1", KEY).status()).isEqualTo(409);
      release.countDown();
      await().untilAsserted(() -> assertThat(post(gateway, "book=1", KEY).status()).isEqualTo(200));
      assertThat(post(gateway, "book=1", KEY).header("idempotency-replayed")).isEqualTo("true");
    }
  }
}
