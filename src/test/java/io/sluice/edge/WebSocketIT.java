package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** WebSockets through the gateway, frame by frame. */
class WebSocketIT {
  @Test
  void frames_goThroughAsTheyAre_bothWays() throws Exception {
    try (var rig = new WsRig("max: 10");
        var client = rig.opened()) {
      for (int first : new int[] {WsFrame.TEXT, WsFrame.BINARY, 0x01, 0x00, 0x80, 0xc2}) {
        String payload = "frame " + first + " ä".repeat(100);
        client.write(WsFrame.client(first, payload));
        WsFrame echoed = WsFrame.read(client::read);
        assertThat(echoed.first()).isEqualTo(first);
        assertThat(echoed.masked()).isFalse();
        assertThat(echoed.text()).isEqualTo(payload);
      }
      client.write(WsFrame.client(WsFrame.PING, "are you there"));
      WsFrame pong = WsFrame.read(client::read);
      assertThat(pong.first()).isEqualTo(WsFrame.PONG);
      assertThat(pong.text()).isEqualTo("are you there");
      assertThat(rig.seen).allMatch(WsFrame::masked);

      client.write(WsFrame.client(WsFrame.CLOSE, WsFrame.closing(4001, "had enough")));
      WsFrame close = WsFrame.read(client::read);
      assertThat(close.code()).isEqualTo(4001);
      assertThat(close.reason()).isEqualTo("had enough");
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(rig.seen.getLast().code()).isEqualTo(4001);
      await().until(() -> rig.metric("sluice_streams_open") == 0);
      assertThat(rig.metric("sluice_streams_closed_total reason=\"none\"")).isEqualTo(1);
    }
  }

  @Test
  void largeMessages_goThroughWhole() throws Exception {
    String payload = "0123456789abcdef".repeat(40_000);
    try (var rig = new WsRig("max: 10");
        var client = rig.opened()) {
      for (int i = 0; i < 5; i++) {
        client.write(WsFrame.client(WsFrame.BINARY, payload));
        assertThat(WsFrame.read(client::read).text()).isEqualTo(payload);
      }
    }
  }

  @Test
  void handshake_isBetweenTheTwoEnds_butForWhatEveryRequestIsTold() throws Exception {
    try (var rig =
            new WsRig(
                "maxDeadline: 30s",
                "max: 10",
                "Sec-WebSocket-Protocol: chat.v2\r\n"
                    + "Sec-WebSocket-Extensions: permessage-deflate\r\nX-Own: kept\r\n");
        var client =
            rig.asked(
                "Origin: https://library.example",
                "Sec-WebSocket-Protocol: chat.v1, chat.v2",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
                "Keep-Alive: timeout=5")) {
      var answer = client.answer();

      assertThat(answer.status()).isEqualTo(101);
      assertThat(answer.header("upgrade")).isEqualTo("websocket");
      assertThat(answer.header("connection")).isEqualToIgnoringCase("upgrade");
      assertThat(answer.header("sec-websocket-protocol")).isEqualTo("chat.v2");
      assertThat(answer.header("sec-websocket-extensions")).isEqualTo("permessage-deflate");
      assertThat(answer.header("sec-websocket-accept")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
      assertThat(answer.header("x-own")).isEqualTo("kept");
      assertThat(answer.header("x-request-id")).isNotEmpty();
      assertThat(rig.heads.getFirst())
          .startsWith("GET /ws?x=1 HTTP/1.1\r\n")
          .containsIgnoringCase("connection: upgrade\r\n")
          .containsIgnoringCase("origin: https://library.example\r\n")
          .containsIgnoringCase("sec-websocket-protocol: chat.v1, chat.v2\r\n")
          .containsIgnoringCase("permessage-deflate; client_max_window_bits")
          .containsIgnoringCase("x-forwarded-for: 127.0.0.1")
          .containsIgnoringCase("x-request-timeout-ms: ")
          .containsIgnoringCase("via: 1.1 sluice")
          .doesNotContainIgnoringCase("keep-alive");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET|Sec-WebSocket-Version: 13",
        "GET|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: short",
        "GET|Sec-WebSocket-Key: " + WsRig.KEY,
        "POST|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: " + WsRig.KEY,
        "GET|Sec-WebSocket-Version: 13|Content-Length: 0|Sec-WebSocket-Key: " + WsRig.KEY,
      })
  void malformedHandshakes_endHere(String written) throws Exception {
    String[] parts = written.split("\\|", -1);
    parts[0] = "Connection: Upgrade\r\nUpgrade: websocket";
    try (var rig = new WsRig("max: 10");
        var client = new RawClient(rig.gateway.port())) {
      var answer = client.send(written.substring(0, written.indexOf('|')), "/", "", parts).answer();

      assertThat(answer.status()).isEqualTo(400);
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(rig.backend.accepted()).isZero();
      assertThat(rig.metric("sluice_client_faults_total kind=\"handshake\"")).isEqualTo(1);
    }
  }

  @Test
  void anotherVersion_isToldWhichOneIsSpoken() throws Exception {
    try (var rig = new WsRig("max: 10");
        var client = new RawClient(rig.gateway.port())) {
      var answer =
          client
              .send(
                  "GET",
                  "/",
                  "",
                  "Connection: Upgrade",
                  "Upgrade: websocket",
                  "Sec-WebSocket-Version: 8",
                  "Sec-WebSocket-Key: " + WsRig.KEY)
              .answer();

      assertThat(answer.status()).isEqualTo(426);
      assertThat(answer.header("sec-websocket-version")).isEqualTo("13");
      assertThat(answer.header("x-sluice-reason")).isEqualTo("websocket-version");
      assertThat(rig.backend.accepted()).isZero();
    }
  }

  @Test
  void anyOtherUpgrade_endsHere_andItsRequestGoesOn() throws Exception {
    try (var rig = new WsRig("max: 10")) {
      var answer =
          RawClient.get(rig.gateway.port(), "/", "Connection: Upgrade", "Upgrade: h2c, foo/2");

      assertThat(answer.body()).isEqualTo("plain");
      assertThat(rig.heads.getFirst()).doesNotContainIgnoringCase("upgrade");
    }
  }

  @Test
  void aBackendsRefusal_isRelayedAsItIs() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    connection.write(
                        "HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\nX-Why: no\r\n\r\nnope");
                  }
                });
        var gateway = TestGateway.start(WsRig.config(backend.url(), "max: 2"))) {
      for (int i = 0; i < 6; i++) {
        var answer =
            RawClient.get(
                gateway.port(),
                "/",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: " + WsRig.KEY);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).isEqualTo("nope");
        assertThat(answer.header("x-why")).isEqualTo("no");
        assertThat(answer.headers()).doesNotContainKey("upgrade");
      }
      await().until(() -> WsRig.metric(gateway, "sluice_lane_in_flight") == 0);
    }
  }

  @Test
  void whoAnswersAHandshakeItHasNotUnderstood_getsNoTunnel() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          + "Connection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n");
                  connection.awaitClose();
                });
        var gateway = TestGateway.start(WsRig.config(backend.url(), "max: 2"))) {
      var answer =
          RawClient.get(
              gateway.port(),
              "/",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: " + WsRig.KEY);

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-invalid");
    }
  }

  @Test
  void aBackendThatIsDown_isABadGateway() throws Exception {
    try (var rig = new WsRig("max: 2")) {
      rig.backend.close();
      try (var client = rig.asked()) {
        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.header("x-sluice-reason")).isEqualTo("connect-failed");
      }
      await().until(() -> rig.metric("sluice_lane_in_flight") == 0);
    }
  }

  @Test
  void openWebSockets_holdNoPermits_andAreNoLatency() throws Exception {
    var open = new ArrayList<RawClient>();
    try (var rig = new WsRig("max: 20")) {
      for (int i = 0; i < 20; i++) {
        open.add(rig.opened()); // five times the lane's limit
      }
      assertThat(rig.metric("sluice_lane_in_flight")).isZero();
      assertThat(rig.metric("sluice_streams_open")).isEqualTo(20);
      assertThat(rig.metric("sluice_streams_opened_total")).isEqualTo(20);
      assertThat(rig.metric("sluice_requests_open")).isZero();
      assertThat(rig.metric("sluice_answers_total status=\"1xx\"")).isEqualTo(20);
      assertThat(rig.metric("sluice_latency_seconds quantile=\"0.5\"")).isNaN();
      assertThat(RawClient.get(rig.gateway.port(), "/").body()).isEqualTo("plain");
      for (RawClient client : open) {
        client.write(WsFrame.client(WsFrame.TEXT, "still here"));
        assertThat(WsFrame.read(client::read).text()).isEqualTo("still here");
        client.leave();
      }
      await().until(() -> rig.metric("sluice_streams_open") == 0);
      assertThat(rig.metric("sluice_streams_closed_total reason=\"client-gone\"")).isEqualTo(20);
      assertThat(rig.gateway.state().inFlight()).isZero();
      await().until(() -> rig.gateway.state().connections() == 0);
    }
  }

  @Test
  void oneTooMany_isRefused_andLetInWhenAnotherHasGone() throws Exception {
    try (var rig = new WsRig("max: 2");
        var first = rig.opened();
        var second = rig.opened()) {
      second.write(WsFrame.client(WsFrame.TEXT, "here"));
      assertThat(WsFrame.read(second::read).text()).isEqualTo("here");
      try (var third = rig.asked()) {
        var answer = third.answer();
        assertThat(answer.status()).isEqualTo(429);
        assertThat(answer.header("x-sluice-reason")).isEqualTo("streams-full");
        assertThat(Integer.parseInt(answer.header("retry-after"))).isPositive();
        assertThat(answer.header("ratelimit-policy")).contains("concurrent-streams");
      }
      assertThat(rig.backend.accepted()).isEqualTo(2);
      assertThat(rig.metric("sluice_sheds_total reason=\"streams-full\"")).isEqualTo(1);

      first.leave();
      await()
          .until(
              () -> {
                try (var client = rig.asked()) {
                  return client.answer().status() == 101;
                }
              });
    }
  }

  @Test
  void drain_saysGoodbyeToBothEnds_betweenTwoFrames() throws Exception {
    try (var rig = new WsRig("max: 2");
        var client = rig.opened()) {
      client.write(WsFrame.client(WsFrame.TEXT, "hello"));
      assertThat(WsFrame.read(client::read).text()).isEqualTo("hello");

      var drained = CompletableFuture.supplyAsync(rig.gateway::drain);

      WsFrame close = WsFrame.read(client::read);
      assertThat(close.first()).isEqualTo(WsFrame.CLOSE);
      assertThat(close.code()).isEqualTo(1001);
      assertThat(close.reason()).isEqualTo("draining");
      client.write(WsFrame.client(WsFrame.CLOSE, WsFrame.closing(1001, "")));
      assertThat(client.isClosedByServer()).isTrue();
      await().until(() -> rig.seen.size() == 2);
      assertThat(rig.seen.getLast().code()).isEqualTo(1001);
      assertThat(rig.seen.getLast().masked()).isTrue();
      assertThat(drained.get()).isTrue();
    }
  }

  @Test
  void drain_waitsForTheEndOfTheFrameUnderWay() throws Exception {
    var rest = new Semaphore(0);
    String frame = WsFrame.server(WsFrame.TEXT, "in two pieces");
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  connection.write(frame.substring(0, 6));
                  rest.acquire();
                  connection.write(frame.substring(6) + WsFrame.server(WsFrame.TEXT, "too late"));
                  connection.awaitClose();
                });
        var client = rig.opened()) {
      byte[] beginning = client.read(6);
      assertThat(beginning).hasSize(6);
      rig.gateway.state().drain();
      // Its event loop has heard of the drain when it has served a request after it.
      assertThat(RawClient.get(rig.gateway.port(), "/").status()).isEqualTo(200);
      rest.release();

      assertThat(new String(client.read(9), StandardCharsets.ISO_8859_1))
          .isEqualTo(frame.substring(6));
      assertThat(WsFrame.read(client::read).code()).isEqualTo(1001);
    }
  }

  @Test
  void aClientThatJustGoes_endsTheBackendsSide_withoutAGoodbyeItNeverSaid() throws Exception {
    var clean = new CompletableFuture<List<WsFrame>>();
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  var frames = new ArrayList<WsFrame>();
                  WsFrame.all(connection::read, frames::add);
                  clean.complete(frames);
                });
        var client = rig.opened()) {
      client.write(WsFrame.client(WsFrame.TEXT, "last words"));
      client.leave();

      assertThat(clean.get()).extracting(WsFrame::text).containsExactly("last words");
      await().until(() -> rig.metric("sluice_streams_closed_total reason=\"client-gone\"") == 1);
    }
  }

  @Test
  void aBackendThatJustGoes_endsTheClientsSide_withoutAGoodbyeItNeverSaid() throws Exception {
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  connection.write(WsFrame.server(WsFrame.TEXT, "last words"));
                  connection.close();
                });
        var client = rig.opened()) {
      assertThat(WsFrame.read(client::read).text()).isEqualTo("last words");
      assertThat(client.isClosedByServer()).isTrue();
      await()
          .until(
              () -> rig.metric("sluice_streams_closed_total reason=\"upstream-truncated\"") == 1);
    }
  }

  @Test
  void aSlowReader_isNotReadFor() throws Exception {
    long total = 128L << 20;
    var sent = new AtomicLong();
    String frame = WsFrame.write(WsFrame.BINARY, new byte[1 << 16], false);
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  while (sent.get() < total) {
                    connection.write(frame);
                    sent.addAndGet(frame.length());
                  }
                  connection.write(WsFrame.server(WsFrame.CLOSE, WsFrame.closing(1000, "")));
                  connection.close();
                });
        var client = rig.opened()) {
      awaitStandstill(sent);
      // What the two sockets' buffers hold, and little more.
      assertThat(sent.get()).isBetween(1L, total / 2);

      long received = 0;
      WsFrame next = WsFrame.read(client::read);
      for (; next.first() == WsFrame.BINARY; next = WsFrame.read(client::read)) {
        received += next.payload().length;
      }
      assertThat(received).isGreaterThanOrEqualTo(total - frame.length());
      assertThat(next.code()).isEqualTo(1000);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aSlowBackend_isNotReadFor() throws Exception {
    long total = 128L << 20;
    var read = new CountDownLatch(1);
    var received = new AtomicLong();
    var sent = new AtomicLong();
    String frame = WsFrame.write(WsFrame.BINARY, new byte[1 << 16], true);
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  read.await();
                  WsFrame.all(connection::read, f -> received.addAndGet(f.payload().length) > 0);
                });
        var client = rig.opened()) {
      var sending =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (sent.get() < total) {
                    client.write(frame);
                    sent.addAndGet(frame.length());
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      awaitStandstill(sent);
      assertThat(sent.get()).isBetween(1L, total / 2);

      read.countDown();
      sending.get();
      long frames = (total + frame.length() - 1) / frame.length();
      await().until(() -> received.get() == frames << 16);
    }
  }

  @Test
  void whoNeitherGoesNorReads_isCut() throws Exception {
    var sent = new AtomicLong();
    String frame = WsFrame.write(WsFrame.BINARY, new byte[1 << 16], false);
    var cut = new CompletableFuture<IOException>();
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  try {
                    while (true) {
                      connection.write(frame);
                      sent.addAndGet(frame.length());
                    }
                  } catch (IOException closed) {
                    cut.complete(closed);
                  }
                });
        var client = rig.opened()) {
      assertThat(client.read(1)).hasSize(1);
      awaitStandstill(sent);
      rig.gateway.state().drain();

      await().atMost(Duration.ofSeconds(30)).until(() -> rig.gateway.state().connections() == 0);
      assertThat(cut.get()).isNotNull();
      assertThat(rig.gateway.state().inFlight()).isZero();
      assertThat(rig.metric("sluice_streams_closed_total reason=\"draining\"")).isEqualTo(1);
    }
  }

  private static void awaitStandstill(AtomicLong count) {
    var last = new AtomicLong(-1);
    await()
        .pollInterval(Duration.ofMillis(400))
        .atMost(Duration.ofSeconds(60))
        .until(() -> last.getAndSet(count.get()) == count.get() && count.get() > 0);
  }

  @Test
  void aMessageBeyondItsBound_endsItsWebSocket_andTheBackendNeverSeesIt() throws Exception {
    try (var rig = new WsRig("max: 2, maxFrame: 200, maxMessage: 300");
        var client = rig.opened()) {
      client.write(WsFrame.client(0x01, "a".repeat(200)));
      assertThat(WsFrame.read(client::read).payload()).hasSize(200);
      client.write(WsFrame.client(0x80, "b".repeat(101)));

      WsFrame close = WsFrame.read(client::read);
      assertThat(close.code()).isEqualTo(1009);
      await().until(() -> rig.seen.size() == 2);
      assertThat(rig.seen.getLast().first()).isEqualTo(WsFrame.CLOSE);
      assertThat(rig.seen.getLast().code()).isEqualTo(1001);
      client.leave();
      await().until(() -> rig.metric("sluice_streams_closed_total reason=\"body-too-large\"") == 1);
    }
  }

  @Test
  void whoBreaksTheProtocol_isToldSo() throws Exception {
    try (var rig = new WsRig("max: 2");
        var client = rig.opened()) {
      client.write(WsFrame.server(WsFrame.TEXT, "a client masks"));
      assertThat(WsFrame.read(client::read).code()).isEqualTo(1002);
      client.leave();
      await().until(() -> rig.metric("sluice_streams_closed_total reason=\"bad-request\"") == 1);
    }
    try (var rig =
            new WsRig(
                "max: 2",
                connection -> {
                  connection.write(WsFrame.client(WsFrame.TEXT, "a server does not"));
                  connection.awaitClose();
                });
        var client = rig.opened()) {
      assertThat(WsFrame.read(client::read).code()).isEqualTo(1001);
    }
  }

  @Test
  void silence_endsIt() throws Exception {
    try (var rig = new WsRig("max: 2, idleTimeout: 200ms");
        var client = rig.opened()) {
      WsFrame close = WsFrame.read(client::read);
      assertThat(close.code()).isEqualTo(1001);
      assertThat(close.reason()).isEqualTo("stream-idle");
    }
  }

  @Test
  void age_endsIt() throws Exception {
    try (var rig = new WsRig("max: 2, maxAge: 200ms");
        var client = rig.opened()) {
      assertThat(WsFrame.read(client::read).reason()).isEqualTo("stream-expired");
    }
  }

  @Test
  void theDoorsIdleTimer_doesNotEndIt() throws Exception {
    try (var rig = new WsRig("maxDeadline: 500ms, idleTimeout: 1s", "max: 2", "");
        var client = rig.opened();
        var plain = new RawClient(rig.gateway.port())) {
      assertThat(plain.send("GET", "/", "").answer().body().toLowerCase(Locale.ROOT))
          .isEqualTo("plain");
      assertThat(plain.isClosedByServer()).isTrue(); // by the timer that started later

      client.write(WsFrame.client(WsFrame.TEXT, "still here"));
      assertThat(WsFrame.read(client::read).text()).isEqualTo("still here");
    }
  }
}
