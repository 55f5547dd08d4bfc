package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What may not come in by HTTP/2, sent frame by frame; the backend hears of none of it. */
class Http2HygieneIT {
  private static final String[] GOOD = {
    ":method: GET", ":scheme: http", ":path: /", ":authority: test"
  };

  private final List<String> heads = new CopyOnWriteArrayList<>();
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
                if (head.startsWith("POST /held ")) {
                  connection.awaitClose();
                  return;
                }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
              }
            });
    gateway =
        TestGateway.start(
            "maxHeaders: 4KiB, maxRequestLine: 1KiB, maxBody: 1KiB,"
                + " http2: { maxConcurrentStreams: 8, maxResets: 10 }",
            """
            lanes: { main: { limit: 32, waiters: 2 } }
            backends: { main: { endpoints: ["%s"] } }
            routes:
              - { name: open, path: /*, lane: main, backend: main, timeout: 2s }
            """
                .formatted(backend.url()));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    backend.close();
  }

  private static String[] with(String instead, String... more) {
    String name = instead.substring(0, instead.indexOf(':', 1) + 1);
    var fields = new java.util.ArrayList<String>();
    for (String field : GOOD) {
      fields.add(field.startsWith(name) ? instead : field);
    }
    fields.addAll(List.of(more));
    return fields.toArray(String[]::new);
  }

  private RawFrames.Answer send(String... fields) throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      return client.answer(client.head(true, fields));
    }
  }

  @ParameterizedTest
  @CsvSource({
    ":path: /%zz, 400, path-encoding",
    ":path: /a b, 400, path-character",
    ":path: /a\\b, 400, path-character",
    ":path: /a#b, 400, path-character",
    ":path: *, 400, target-form",
    ":path: http://test/, 400, target-form",
    ":scheme: ftp, 400, scheme",
    ":method: GE T, 400, request-line",
    ":authority: a@b, 400, host-invalid",
    ":authority: a b, 400, host-invalid",
    ":method: TRACE, 405, any",
  })
  void aFlaw_isAnsweredAndCountedByKind(String field, int status, String kind) throws Exception {
    var answer = send(with(field));

    assertThat(answer.status()).as(field).isEqualTo(status);
    assertThat(heads).isEmpty();
    assertThat(faults()).containsPattern("kind=\"" + kind + "\".*} 1\\.0");
  }

  @Test
  void hostWithoutAuthority_isTheHost() throws Exception {
    assertThat(send(":method: GET", ":scheme: http", ":path: /", "host: example.com").status())
        .isEqualTo(200);
    assertThat(heads.getFirst())
        .containsIgnoringCase("\r\nhost: example.com\r\n")
        .containsIgnoringCase("x-forwarded-host: example.com\r\n");
  }

  @Test
  void fieldsThatWouldSplitAnHttp1Request_areRefused() throws Exception {
    assertRefused(with(":path: /\u0001"));
    assertRefused(with(":path: /\r\nX: y"));
    assertRefused(with(":path: /", "x: a\r\nHost: b"));
    assertRefused(with(":path: /", "x: a\u0000b"));
    assertRefused(with(":path: /", "x: padded "));
    assertRefused(with(":path: /", "x y: z"));
    assertRefused(with(":path: /", "X: upper"));
    assertRefused(with(":authority: test\r\nX: y"));
  }

  @Test
  void fieldsOfAConnection_areRefused() throws Exception {
    assertRefused(with(":path: /", "connection: close"));
    assertRefused(with(":path: /", "transfer-encoding: chunked"));
    assertRefused(with(":path: /", "upgrade: h2c"));
    assertRefused(with(":path: /", "keep-alive: 5"));
    assertRefused(with(":path: /", "te: gzip"));
  }

  @Test
  void teTrailers_isAllowed() throws Exception {
    assertThat(send(with(":path: /", "te: trailers")).status()).isEqualTo(200);
  }

  @Test
  void hostAndAuthority_mustAgree() throws Exception {
    assertThat(send(with(":path: /", "host: test")).status()).isEqualTo(200);
    assertThat(send(":method: GET", ":scheme: http", ":path: /", "host: test").status())
        .isEqualTo(200);
    heads.clear();

    assertRefused(with(":path: /", "host: other"));
    assertRefused(with(":path: /", "host: test", "host: test"));
    assertRefused(":method: GET", ":scheme: http", ":path: /");
  }

  @Test
  void connect_isRefused() throws Exception {
    var answer = send(":method: CONNECT", ":authority: test:80");

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("allow")).isNotEmpty();
  }

  @Test
  void lengths_mustBeOneAndTrue_andWithinBounds() throws Exception {
    assertRefused(with(":path: /", "content-length: 3"));
    assertRefused(with(":path: /", "content-length: +0"));
    assertRefused(with(":path: /", "content-length: 1", "content-length: 2"));
    try (var client = new RawFrames(gateway.port())) {
      int stream = client.request("POST", "/", false, "content-length: 2000");
      assertThat(client.answer(stream).status()).isEqualTo(413);

      int untold = client.request("POST", "/", false);
      client.data(untold, "x".repeat(2000), true);
      assertThat(client.answer(untold).status()).isEqualTo(413);
    }
  }

  @Test
  void longHeads_areAnswered431_andLongLines414() throws Exception {
    assertThat(send(with(":path: /", "x: " + "y".repeat(5000))).status()).isEqualTo(431);
    assertThat(send(with(":path: /", "x: " + "y".repeat(8500))).status()).isEqualTo(431);
    assertThat(send(with(":path: /" + "y".repeat(2000))).status()).isEqualTo(414);
    assertThat(heads).isEmpty();
  }

  @Test
  void streamsBeyondTheBound_areRefusedUnprocessed() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      for (int i = 0; i < 8; i++) {
        client.request("POST", "/held", false);
      }
      int ninth = client.request("POST", "/held", false);

      assertThat(client.answer(ninth).reset()).isEqualTo(7); // REFUSED_STREAM
    }
  }

  @Test
  void rapidResets_endTheConnection_andLeaveNothingBehind() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      for (int i = 0; i < 12; i++) {
        int stream = client.request("POST", "/", false);
        client.reset(stream, 8);
      }

      assertThat(client.await(RawFrames.GOAWAY).number(4)).isEqualTo(11); // ENHANCE_YOUR_CALM
      assertThat(client.isClosedByServer()).isTrue();
    }
    await().until(() -> gateway.state().requests() == 0);
    await().until(() -> gateway.state().connections() == 0);
  }

  @Test
  void trailersOfARequest_stayBehind() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int stream = client.request("GET", "/", false);
      client.headers(stream, true, "x-sum: 1");

      assertThat(client.answer(stream).status()).isEqualTo(200);
      assertThat(heads.getFirst()).doesNotContain("x-sum");
    }
  }

  private void assertRefused(String... fields) throws Exception {
    var answer = send(fields);
    String what = String.join(" ", fields);
    assertThat(answer.status() == 400 || answer.reset() == 1).as(what + " " + answer).isTrue();
    assertThat(heads).as(what).isEmpty();
  }

  private String faults() throws Exception {
    return RawClient.get(gateway.adminPort(), "/metrics").body();
  }
}
