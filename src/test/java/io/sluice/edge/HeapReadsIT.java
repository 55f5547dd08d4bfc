package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.sluice.BufferLeaks;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What has been read from a connection that closes before anyone has handled it. */
class HeapReadsIT {
  private static final String PIECE = "0123456789abcdef".repeat(4096);
  private static final int PIECES = 4000;
  private static final String ROUTES =
      """
      lanes: { main: { limit: 4, waiters: 4 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /*, lane: main, backend: main, timeout: 1s }
      """;

  @AfterEach
  void nothingIsLeft() {
    assertThat(BufferLeaks.found()).isEmpty();
  }

  @Test
  void bufferThatNobodyReleases_isFound() {
    ByteBufAllocator.DEFAULT.directBuffer(16);
    assertThat(BufferLeaks.found()).isNotEmpty();
  }

  @Test
  void pipelinedRequests_whoseClientLeaves_areReleased() throws Exception {
    try (var backend = new RawServer(_ -> {});
        var gateway = TestGateway.start(ROUTES.formatted(backend.url()));
        var client = new RawClient(gateway.port())) {
      String next = "POST /next HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello";
      client.write("GET /first HTTP/1.1\r\nHost: test\r\n\r\n" + next.repeat(3));
      await().until(() -> backend.accepted() == 1);
      client.leave();
      awaitNoConnection(gateway);
    }
  }

  @Test
  void bodyThatTheBackendDoesNotTake_isReleased() throws Exception {
    try (var backend = new RawServer(_ -> {});
        var gateway = TestGateway.start("maxBody: 1GiB", ROUTES.formatted(backend.url()));
        var client = new RawClient(gateway.port())) {
      client.write("POST /big HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
      Thread writer = Thread.ofVirtual().start(() -> untilCutOff(() -> client.write(chunk())));
      await().until(() -> gateway.state().requests() == 0 && backend.accepted() == 1);
      client.leave();
      writer.join();
      awaitNoConnection(gateway);
    }
  }

  @Test
  void answerThatTheClientDoesNotTake_isReleased() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                  untilCutOff(() -> connection.write(chunk()));
                });
        var gateway = TestGateway.start(ROUTES.formatted(backend.url()));
        var client = new RawClient(gateway.port()).send("GET", "/big", "")) {
      await().until(() -> backend.accepted() == 1 && gateway.state().requests() == 0);
      client.leave();
      awaitNoConnection(gateway);
    }
  }

  @Test
  void framesThatTheClientDoesNotTake_areReleased() throws Exception {
    try (var rig =
            new WsRig(
                "max: 2, idleTimeout: 500ms",
                connection ->
                    untilCutOff(() -> connection.write(WsFrame.server(WsFrame.BINARY, PIECE))));
        var client = rig.opened()) {
      await().until(() -> rig.metric("sluice_streams_open") == 0);
      client.leave();
      awaitNoConnection(rig.gateway);
    }
  }

  @Test
  void framesThatTheBackendDoesNotTake_areReleased() throws Exception {
    try (var rig = new WsRig("max: 2, idleTimeout: 500ms", _ -> {});
        var client = rig.opened()) {
      Thread writer =
          Thread.ofVirtual()
              .start(() -> untilCutOff(() -> client.write(WsFrame.client(WsFrame.BINARY, PIECE))));
      await().until(() -> rig.metric("sluice_streams_open") == 0);
      client.leave();
      writer.join();
      awaitNoConnection(rig.gateway);
    }
  }

  @Test
  void whatFollowsAHandshakeTooEarly_isReleased() throws Exception {
    try (var rig = new WsRig("max: 2");
        var client = new RawClient(rig.gateway.port())) {
      client.write(
          "GET /ws HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
              + WsRig.KEY
              + "\r\n\r\nGET /nex");
      assertThat(client.answer().status()).isEqualTo(101);
      client.leave();
      awaitNoConnection(rig.gateway);
    }
  }

  private interface Write {
    void run() throws IOException;
  }

  private static void untilCutOff(Write write) {
    try {
      for (int i = 0; i < PIECES; i++) {
        write.run();
      }
    } catch (IOException cutOff) {
      // as it has to be
    }
  }

  private static String chunk() {
    return Integer.toHexString(PIECE.length()) + "\r\n" + PIECE + "\r\n";
  }

  private static void awaitNoConnection(Gateway gateway) {
    await().atMost(Duration.ofSeconds(20)).until(() -> gateway.state().connections() == 0);
  }
}
