package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How an answer's head, body and end reach the client, and what becomes of its connections. */
class ResponseIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private static Gateway inFrontOf(RawServer backend) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8, waiters: 8 } }
        backends: { main: { endpoints: ["%s"] } }
        routes:
          - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 20s }
        """
            .formatted(backend.url()));
  }

  @Test
  void connectionWithHalfARequestOnIt_isNobodyElses() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  boolean isUpload = connection.readHead().startsWith("POST");
                  connection.write(
                      isUpload ? "HTTP/1.1 413 No\r\nContent-Length: 2\r\n\r\nno" : OK);
                  connection.awaitClose();
                });
        var gateway = inFrontOf(backend);
        var uploader = new RawClient(gateway.port())) {
      uploader.write("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nhalf of it");
      assertThat(uploader.answer().status()).isEqualTo(413);

      assertThat(RawClient.get(gateway.port(), "/").body()).isEqualTo("ok");
      assertThat(backend.accepted()).isEqualTo(2);
    }
  }

  @Test
  void answerWithoutALength_endsWithTheConnection_ofAClientThatKnowsNoChunks() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n");
                  connection.awaitClose();
                });
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      client.write("GET / HTTP/1.0\r\nHost: test\r\nConnection: keep-alive\r\n\r\n");

      assertThat(client.answer().body()).isEqualTo("ok");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void head_isPassedOnBeforeThereIsABody() throws Exception {
    var seen = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n");
                  if (seen.await(20, TimeUnit.SECONDS)) {
                    connection.write("ok");
                  }
                  connection.awaitClose();
                });
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      client.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");

      assertThat(client.answer(true).status()).isEqualTo(200);
      seen.countDown();
      assertThat(new String(client.read(2), StandardCharsets.US_ASCII)).isEqualTo("ok");
    }
  }

  @Test
  void answerInPieces_arrivesWhole_andItsConnectionGoesOn() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nab");
                    connection.write("cd");
                    connection.write("ef");
                  }
                });
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      for (int i = 0; i < 20; i++) {
        assertThat(client.send("GET", "/", "").answer().body()).isEqualTo("abcdef");
      }
      assertThat(backend.accepted()).isOne();
    }
  }
}
