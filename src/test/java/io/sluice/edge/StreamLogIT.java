package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.websocket.Handshake;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the access log says of streams: one line each, when they are over. */
class StreamLogIT {
  private static final String EVENTS =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "9\r\ndata: 1\n\n\r\n";

  private final Semaphore end = new Semaphore(0);

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void placeTheFile() {
    file = folder.resolve("access.log");
  }

  private LoggedGateway before(String url, String streams) throws Exception {
    return new LoggedGateway(file, "", "maxDeadline: 30s", WsRig.config(url, streams));
  }

  private static RawServer pushing(RawServer.Script then) throws Exception {
    return new RawServer(
        connection -> {
          connection.readHead();
          connection.write(EVENTS);
          then.run(connection);
        });
  }

  private static void listen(RawClient client) throws Exception {
    client.send("GET", "/events", "");
    while (!String.valueOf(client.line()).startsWith("data")) {
      // up to its first event
    }
  }

  private static void assertTold(JsonNode line, int status, String reason, int in, int out) {
    assertThat(line.path("status").asInt()).isEqualTo(status);
    assertThat(line.path("reason").asText("none")).isEqualTo(reason);
    assertThat(line.path("bytesIn").asInt()).isEqualTo(in);
    assertThat(line.path("bytesOut").asInt()).isEqualTo(out);
    assertThat(line.path("attempts").asInt()).isOne();
    assertThat(line.path("headMs").asDouble()).isPositive();
    assertThat(line.path("route").asText()).isEqualTo("all");
  }

  @Test
  void eventStream_isTold_whenItIsOver_andNotBefore() throws Exception {
    try (var backend =
            pushing(
                connection -> {
                  end.acquire();
                  connection.write("0\r\n\r\n");
                });
        var logged = before(backend.url(), "max: 2");
        var client = new RawClient(logged.port())) {
      listen(client);
      assertThat(RawClient.get(logged.port(), "/", "Host: a", "Host: b").status()).isEqualTo(400);
      await().until(() -> !logged.lines().isEmpty());
      assertThat(logged.lines()).hasSize(1);
      end.release();

      await().until(() -> logged.lines().size() == 2);
      assertTold(logged.lines().get(1), 200, "none", 0, 9);
    }
  }

  @Test
  void eventStream_thatIsCut_isToldWithItsReason() throws Exception {
    try (var backend =
            pushing(
                connection -> {
                  end.acquire();
                  connection.close();
                });
        var logged = before(backend.url(), "max: 2");
        var client = new RawClient(logged.port())) {
      listen(client);
      end.release();
      assertTold(logged.line(), 200, "upstream-truncated", 0, 9);
    }
  }

  @Test
  void eventStream_whoseClientLeaves_isToldAsSuch_andSoIsSilence() throws Exception {
    try (var backend = pushing(RawServer.Connection::awaitClose);
        var logged = before(backend.url(), "max: 2, idleTimeout: 500ms")) {
      var client = new RawClient(logged.port());
      listen(client);
      client.leave();
      assertTold(logged.line(), 200, "client-gone", 0, 9);
      try (var other = new RawClient(logged.port())) {
        listen(other);
        await().until(() -> logged.lines().size() == 2);
        assertTold(logged.lines().get(1), 200, "stream-idle", 0, 9);
      }
    }
  }

  @Test
  void webSocket_isTold_withTheBytesOfItsFrames() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                          + "Connection: Upgrade\r\nSec-WebSocket-Accept: "
                          + Handshake.accept(WsRig.KEY)
                          + "\r\n\r\n");
                  connection.read(7); // a masked frame of one byte
                  connection.write(WsFrame.write(0x81, new byte[3], false));
                  connection.awaitClose();
                });
        var logged = before(backend.url(), "max: 2");
        var client = new RawClient(logged.port())) {
      client.send(
          "GET",
          "/ws",
          "",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: " + WsRig.KEY);
      assertThat(client.answer().status()).isEqualTo(101);
      client.write(WsFrame.write(0x81, new byte[1], true));
      client.read(5);
      client.leave();

      assertTold(logged.line(), 101, "client-gone", 7, 5);
    }
  }
}
