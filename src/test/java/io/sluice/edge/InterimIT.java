package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What comes before an answer and after it: 100, 103, early answers, trailers. */
class InterimIT {
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private RawServer backend;
  private Gateway gateway;

  @BeforeEach
  void start() throws Exception {
    backend = new RawServer(this::serve);
    gateway =
        TestGateway.start(
            """
            lanes: { main: { limit: 4, waiters: 2 } }
            backends: { main: { endpoints: ["%s"] } }
            routes:
              - { name: hurried, path: /silent, lane: main, backend: main, timeout: 400ms }
              - { name: all, path: /*, lane: main, backend: main, timeout: 10s }
            """
                .formatted(backend.url()));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    backend.close();
  }

  private void serve(RawServer.Connection connection) throws IOException {
    for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
      heads.add(head);
      String path = head.split(" ", 3)[1];
      switch (path) {
        case "/asks" -> {
          connection.write("HTTP/1.1 100 Continue\r\n\r\n");
          bodies.add(new String(connection.read(3)));
          connection.write(OK);
        }
        case "/patient" -> {
          bodies.add(new String(connection.read(3)));
          connection.write(OK);
        }
        case "/silent" -> connection.awaitClose();
        case "/declines" ->
            connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
        case "/hints" -> {
          connection.write(
              "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n"
                  + "HTTP/1.1 103 Early Hints\r\nLink: </b.css>\r\n\r\n");
          connection.write(OK);
        }
        case "/trailers" ->
            connection.write(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                    + "2\r\nok\r\n0\r\nX-Sum: 7\r\nContent-Length: 9\r\n"
                    + "Transfer-Encoding: x\r\n\r\n");
        default -> connection.write(OK);
      }
    }
  }

  private static final String EXPECT =
      "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n";

  @Test
  void continue_comesFromTheBackend_andTheBodyFollows() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(EXPECT.formatted("/asks"));

      assertThat(client.answer().status()).isEqualTo(100);
      client.write("abc");
      assertThat(client.answer().body()).isEqualTo("ok");
      assertThat(bodies).containsExactly("abc");
      assertThat(heads.getFirst()).containsIgnoringCase("expect: 100-continue");
      assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void continue_overHttp2_isRelayedToo() throws Exception {
    try (var client = new RawFrames(gateway.port())) {
      int stream =
          client.request("POST", "/asks", false, "content-length: 3", "expect: 100-continue");
      await().until(() -> !heads.isEmpty());
      client.data(stream, "abc", true);

      var answer = client.answer(stream);
      assertThat(answer.interim()).containsExactly(100);
      assertThat(answer.body()).isEqualTo("ok");
    }
  }

  @Test
  void earlyAnswer_meansThatTheBodyIsNotWanted() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(EXPECT.formatted("/declines"));

      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.body()).isEqualTo("no");
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void clientThatDoesNotWaitForIt_isNotHeldUp() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(EXPECT.formatted("/patient"));
      await().until(() -> !heads.isEmpty());
      client.write("abc");

      assertThat(client.answer().body()).isEqualTo("ok");
    }
  }

  @Test
  void neverAsked_endsAtTheDeadline() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(EXPECT.formatted("/silent"));

      assertThat(client.answer().status()).isEqualTo(504);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void http10_neverExpects() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(
          "POST /patient HTTP/1.0\r\nHost: test\r\nContent-Length: 3\r\n"
              + "Expect: 100-continue\r\n\r\nabc");

      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(heads.getFirst()).doesNotContainIgnoringCase("expect");
    }
  }

  @Test
  void headOfABodyThatIsLate_isSentAtOnce() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("POST /declines HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\n");

      assertThat(client.answer().status()).isEqualTo(403);
    }
  }

  @Test
  void earlyHints_areRelayedAsTheyCome() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.send("GET", "/hints", "");
      var first = client.answer();
      assertThat(first.status()).isEqualTo(103);
      assertThat(first.header("link")).isEqualTo("</a.css>");
      assertThat(first.headers()).doesNotContainKeys("connection", "x-hop");
      assertThat(client.answer().header("link")).isEqualTo("</b.css>");
      assertThat(client.answer().body()).isEqualTo("ok");
    }
    var answer = RawFrames.get(gateway.port(), "/hints");
    assertThat(answer.interim()).containsExactly(103, 103);
    assertThat(answer.status()).isEqualTo(200);
  }

  @Test
  void earlyHints_areNotForHttp10() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("GET /hints HTTP/1.0\r\nHost: test\r\n\r\n");

      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void trailers_goToWhoCanTakeThem_withoutThoseThatFrame() throws Exception {
    var answer = RawFrames.get(gateway.port(), "/trailers");
    assertThat(answer.body()).isEqualTo("ok");
    assertThat(answer.trailers()).containsExactly(Map.entry("x-sum", "7"));

    try (var client = new RawClient(gateway.port())) {
      client.write(
          "GET /trailers HTTP/1.1\r\nHost: test\r\nTE: trailers\r\nConnection: te\r\n\r\n");
      assertThat(client.restOf("0\r\n")).isEqualTo("x-sum: 7\r\n\r\n");
    }
    try (var client = new RawClient(gateway.port())) {
      client.write("GET /trailers HTTP/1.1\r\nHost: test\r\n\r\n");
      assertThat(client.restOf("0\r\n")).isEqualTo("\r\n");
    }
  }
}
