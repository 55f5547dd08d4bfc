package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 at the front door, before a backend that speaks HTTP/1. */
class Http2FrontIT {
  private static final String ROUTES =
      """
      lanes: { main: { limit: 4, waiters: 0 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: slow, path: /slow, tier: p0, lane: main, backend: main, timeout: 20s }
        - { name: hurried, path: /hurried, tier: p0, lane: main, backend: main, timeout: 400ms }
        - { name: all, path: /*, tier: p0, lane: main, backend: main, timeout: 20s }
      """;

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final Semaphore let = new Semaphore(0);
  private final Semaphore broken = new Semaphore(0);
  private RawServer backend;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    backend =
        new RawServer(
            connection -> {
              for (String head = connection.readHead();
                  !head.isEmpty();
                  head = connection.readHead()) {
                heads.add(head);
                boolean slow = head.contains(" /slow") || head.contains(" /hurried");
                if (slow) {
                  Thread.ofVirtual()
                      .start(
                          () -> {
                            connection.awaitClose();
                            broken.release();
                          });
                  let.acquire();
                }
                if (head.startsWith("POST")) {
                  connection.read(8); // "3\r\nabc\r\n"
                  connection.read(5);
                }
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: "
                        + (slow ? "close" : "X-Hop") // or the next request may find it closing
                        + "\r\nX-Hop: 1\r\nKeep-Alive: timeout=5\r\n\r\nok");
                if (slow) {
                  connection.close(); // its reader has begun to wait for the end
                  return;
                }
              }
            });
    gateway = TestGateway.start("headerTimeout: 300ms", ROUTES.formatted(backend.url()));
  }

  @AfterEach
  void stop() throws Exception {
    let.release(100);
    gateway.close();
    backend.close();
  }

  @Test
  void request_byPriorKnowledge_goesToAnHttp1Backend() throws Exception {
    var answer = RawFrames.get(gateway.port(), "/a/../b?q=1", "cookie: a=1", "cookie: b=2");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("ok");
    assertThat(heads).hasSize(1);
    assertThat(heads.getFirst())
        .startsWith("GET /b?q=1 HTTP/1.1\r\n")
        .containsIgnoringCase("host: test.example\r\n")
        .containsIgnoringCase("cookie: a=1; b=2\r\n")
        .containsIgnoringCase("via: 2.0 sluice\r\n")
        .containsIgnoringCase("x-forwarded-host: test.example\r\n");
  }

  @Test
  void hopByHopFields_neverReachTheClient() throws Exception {
    var answer = RawFrames.get(gateway.port(), "/");

    assertThat(answer.headers())
        .doesNotContainKeys("connection", "keep-alive", "x-hop", "transfer-encoding")
        .containsEntry("via", "1.1 sluice");
  }

  @Test
  void body_ofUnknownLength_goesOnChunked() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int stream = client.request("POST", "/", false);
      client.data(stream, "abc", true);

      assertThat(client.answer(stream).status()).isEqualTo(200);
      assertThat(heads.getFirst()).containsIgnoringCase("transfer-encoding: chunked\r\n");
    }
  }

  @Test
  void manyRequests_shareAConnection_andMayEndInAnyOrder() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int slow = client.request("GET", "/slow", true);
      await().until(() -> heads.size() == 1);
      int quick = client.request("GET", "/quick", true);

      assertThat(client.answer(quick).status()).isEqualTo(200);
      let.release();
      assertThat(client.answer(slow).status()).isEqualTo(200);
      assertThat(gateway.state().connections()).isEqualTo(1);
    }
    await().until(() -> gateway.state().connections() == 0);
  }

  @Test
  void shed_isA429WithItsHints_andTheConnectionGoesOn() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      for (int i = 0; i < 4; i++) {
        client.request("GET", "/slow", true);
      }
      await().until(() -> heads.size() == 4);

      var shed = client.answer(client.request("GET", "/slow", true));

      assertThat(shed.status()).isEqualTo(429);
      assertThat(shed.header("retry-after")).isNotEmpty();
      assertThat(shed.headers()).doesNotContainKey("connection");
      let.release(4);
      assertThat(client.answer(1).status()).isEqualTo(200);
      assertThat(client.answer(client.request("GET", "/", true)).status()).isEqualTo(200);
    }
  }

  @Test
  void deadline_isA504() throws Exception {
    var answer = RawFrames.get(gateway.port(), "/hurried");

    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-timeout");
  }

  @Test
  void reset_cancelsThatRequestOnly_andFreesItsPermit() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int leaving = client.request("GET", "/slow", true);
      int staying = client.request("GET", "/slow", true);
      await().until(() -> heads.size() == 2);

      client.reset(leaving, 8);

      assertThat(broken.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
      await().until(() -> gateway.state().requests() == 1);
      let.release(2);
      assertThat(client.answer(staying).status()).isEqualTo(200);
    }
    await().until(() -> gateway.state().requests() == 0);
    assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
        .contains("sluice_lane_in_flight{lane=\"main\",tier=\"p0\"} 0");
  }

  @Test
  void drain_saysGoAway_finishesWhatIsOpen_andCloses() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int slow = client.request("GET", "/slow", true);
      await().until(() -> heads.size() == 1);

      var drained = CompletableFuture.supplyAsync(gateway::drain);
      await().until(() -> RawClient.get(gateway.adminPort(), "/readyz").status() == 503);
      let.release();

      var answer = client.answer(slow);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.headers()).doesNotContainKey("connection");
      assertThat(client.await(RawFrames.GOAWAY).number(4)).isZero();
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(drained.get()).isTrue();
    }
  }

  @Test
  void bodyNobodyWants_isStopped_withoutEndingTheConnection() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int refused = client.request("POST", "/nowhere/../..%zz", false);
      var answer = client.answer(refused);

      assertThat(answer.status()).isEqualTo(400);
      assertThat(client.await(RawFrames.RESET).number(0)).isZero();
      assertThat(client.answer(client.request("GET", "/", true)).status()).isEqualTo(200);
    }
  }

  @Test
  void upgradeToHttp2_isNotTaken_andAnsweredInHttp1() throws Exception {
    var answer =
        RawClient.get(
            gateway.port(),
            "/",
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(heads.getFirst()).doesNotContain("h2c").doesNotContain("HTTP2-Settings");
  }

  @Test
  void firstRequestOfAConnection_isAsStrictlyReadAsEver() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(
          "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");

      assertThat(client.answer().status()).isEqualTo(400);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThat(heads).isEmpty();
  }

  @Test
  void aPrefaceThatDoesNotGoOn_isAnHttp1RequestThatTakesTooLong() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("PR");

      assertThat(client.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void aLikenessOfThePreface_isRefused() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("PRI * HTTP/2.0\r\n\r\nGET / HTTP/1.1\r\nHost: test\r\n\r\n");

      assertThat(client.answer().status()).isEqualTo(505);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }
}
