package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What may not come in at the front door, over raw sockets, and what goes on from it. */
class HygieneIT {
  private static final String ROUTES =
      """
      lanes: { main: { limit: 4, waiters: 2 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: get, methods: [GET], path: /only/get, lane: main, backend: main }
        - { name: put, methods: [PUT, DELETE], path: /only/*, lane: main, backend: main }
        - { name: open, path: /open/*, lane: main, backend: main, timeout: 2s }
      """;

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
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
              }
            });
    gateway = TestGateway.start("headerTimeout: 300ms", ROUTES.formatted(backend.url()));
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    backend.close();
  }

  private static String head(String... lines) {
    return String.join("\r\n", lines) + "\r\n\r\n";
  }

  private static String get(String target, String... fields) {
    var lines = new ArrayList<String>(List.of("GET " + target + " HTTP/1.1", "Host: test"));
    lines.addAll(List.of(fields));
    return head(lines.toArray(String[]::new));
  }

  private static String post(String... fields) {
    var lines = new ArrayList<String>(List.of("POST /open/ HTTP/1.1", "Host: test"));
    lines.addAll(List.of(fields));
    return head(lines.toArray(String[]::new));
  }

  /** It is answered, the connection is closed behind the answer, and no backend hears of it. */
  private RawClient.Answer assertRefused(int status, String request) throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(request);
      // A second request must not be served, whatever the first was taken for.
      client.write(get("/open/smuggled"));
      var answer = client.answer();
      assertThat(answer.status()).as(request).isEqualTo(status);
      assertThat(answer.header("connection")).as(request).isEqualTo("close");
      assertThat(client.isClosedByServer()).as(request).isTrue();
      assertThat(heads).as(request).isEmpty();
      return answer;
    }
  }

  private void assertRefused(Flaw flaw, String request) throws Exception {
    long before = seen(flaw);
    int status = flaw == Flaw.VERSION ? 505 : flaw == Flaw.METHOD ? 405 : 400;
    assertRefused(status, request);
    assertThat(seen(flaw)).as(flaw + " of " + request).isEqualTo(before + 1);
  }

  private long seen(Flaw flaw) throws Exception {
    String metrics = RawClient.get(gateway.adminPort(), "/metrics").body();
    return metrics
        .lines()
        .filter(line -> line.contains("kind=\"" + flaw.kind() + "\""))
        .filter(line -> line.contains("reason=\"" + flaw.reason().code() + "\""))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void lengthAndEncodingTogether_areRefused() throws Exception {
    String chunks = "0\r\n\r\n";
    assertRefused(
        Flaw.LENGTH_AND_ENCODING, post("Content-Length: 5", "Transfer-Encoding: chunked") + chunks);
    assertRefused(
        Flaw.LENGTH_AND_ENCODING, post("Transfer-Encoding: chunked", "Content-Length: 5") + chunks);
  }

  @Test
  void severalLengths_areRefused_evenIfEqual() throws Exception {
    assertRefused(Flaw.LENGTH_REPEATED, post("Content-Length: 5", "Content-Length: 6") + "hello");
    assertRefused(Flaw.LENGTH_REPEATED, post("Content-Length: 5", "Content-Length: 5") + "hello");
    assertRefused(
        Flaw.LENGTH_REPEATED,
        head("POST /open/ HTTP/1.0", "Host: test", "Content-Length: 5", "content-length: 9")
            + "hello");
  }

  @Test
  void lengthsThatAreNoDecimalNumber_areRefused() throws Exception {
    for (String length : List.of("5, 5", "-1", "+5", "0x5", "5 5", "", "99999999999999999999")) {
      assertRefused(Flaw.LENGTH_INVALID, post("Content-Length: " + length) + "hello");
    }
  }

  @Test
  void encodingsOtherThanOneChunked_areRefused() throws Exception {
    for (String encoding :
        List.of("xchunked", "chunked, chunked", "gzip, chunked", "chunked, identity", "gzip", "")) {
      assertRefused(Flaw.ENCODING_UNKNOWN, post("Transfer-Encoding: " + encoding) + "0\r\n\r\n");
    }
    assertRefused(
        Flaw.ENCODING_UNKNOWN,
        post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + "0\r\n\r\n");
    assertRefused(
        Flaw.ENCODING_IN_HTTP_1_0,
        head("POST /open/ HTTP/1.0", "Host: test", "Transfer-Encoding: chunked") + "0\r\n\r\n");
  }

  @Test
  void foldedLines_areRefused() throws Exception {
    assertRefused(Flaw.FOLDED_LINE, get("/open/", "X-Folded: a", " b"));
    assertRefused(Flaw.FOLDED_LINE, get("/open/", "Transfer-Encoding:", "\tchunked"));
    assertRefused(Flaw.FOLDED_LINE, head("GET /open/ HTTP/1.1", " Host: test"));
  }

  @Test
  void linesThatEndInABareLineFeedOrReturn_areRefused() throws Exception {
    assertRefused(Flaw.LINE_END, "GET /open/ HTTP/1.1\nHost: test\r\n\r\n");
    assertRefused(Flaw.LINE_END, "GET /open/ HTTP/1.1\r\nHost: test\nX: y\r\n\r\n");
    assertRefused(Flaw.LINE_END, "GET /open/ HTTP/1.1\r\nHost: test\r\n\n");
    assertRefused(Flaw.LINE_END, "GET /open/ HTTP/1.1\r\nHost: test\rX: y\r\n\r\n");
    assertRefused(Flaw.LINE_END, "\nGET /open/ HTTP/1.1\r\nHost: test\r\n\r\n");
  }

  @Test
  void fieldNames_areTokensRightBeforeTheirColon() throws Exception {
    assertRefused(Flaw.SPACE_BEFORE_COLON, get("/open/", "Content-Length : 5"));
    assertRefused(Flaw.SPACE_BEFORE_COLON, get("/open/", "X-Tab\t: 5"));
    assertRefused(Flaw.FIELD_NAME, get("/open/", "X(y): 5"));
    assertRefused(Flaw.FIELD_NAME, get("/open/", "no-colon"));
    assertRefused(Flaw.FIELD_NAME, get("/open/", ": empty"));
    assertRefused(Flaw.FIELD_NAME, get("/open/", "X\0: y"));
  }

  @Test
  void controlCharactersInValues_areRefused() throws Exception {
    for (char control : new char[] {0, 1, 8, 0x0b, 0x0c, 0x1b, 0x7f}) {
      assertRefused(Flaw.FIELD_VALUE, get("/open/", "X: a" + control + "b"));
    }
  }

  @Test
  void requestLines_haveExactlyThreePartsAndTwoSpaces() throws Exception {
    for (String line :
        List.of(
            "GET  /open/ HTTP/1.1",
            "GET /open/  HTTP/1.1",
            "GET\t/open/ HTTP/1.1",
            " GET /open/ HTTP/1.1",
            "GET /open/ HTTP/1.1 ",
            "GET /open/ http/1.1",
            "GET /open/ x HTTP/1.1",
            "GET /open/",
            "GET /op\u00e9n/ HTTP/1.1",
            "G[T /open/ HTTP/1.1")) {
      assertRefused(Flaw.REQUEST_LINE, head(line, "Host: test"));
    }
  }

  @Test
  void otherVersions_areRefusedWith505() throws Exception {
    for (String version : List.of("HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/9.9")) {
      assertRefused(Flaw.VERSION, head("GET /open/ " + version, "Host: test"));
    }
  }

  @Test
  void host_isThereOnce_andAnAuthority() throws Exception {
    assertRefused(Flaw.HOST_MISSING, head("GET /open/ HTTP/1.1"));
    assertRefused(Flaw.HOST_REPEATED, get("/open/", "Host: test"));
    for (String host :
        List.of("", "a b", "a/b", "user@a", "a,b", "a:b", "a:123456", "[::1", "a\\b")) {
      assertRefused(Flaw.HOST_INVALID, head("GET /open/ HTTP/1.1", "Host: " + host));
    }
  }

  @Test
  void goodHosts_passOn() throws Exception {
    for (String host : List.of("test", "test:80", "10.0.0.1:8080", "[::1]:80", "a_b.example")) {
      try (var client = new RawClient(gateway.port())) {
        client.write(head("GET /open/ HTTP/1.1", "Host: " + host));
        assertThat(client.answer().status()).as(host).isEqualTo(200);
      }
      assertThat(heads.getLast()).containsIgnoringCase("host: " + host + "\r\n");
    }
  }

  @Test
  void absoluteTargets_matchTheirHost_andGoOnAsAPath() throws Exception {
    assertRefused(Flaw.TARGET_AUTHORITY, get("http://other/open/"));
    assertRefused(Flaw.TARGET_AUTHORITY, get("http://user@test/open/"));
    assertRefused(Flaw.TARGET_FORM, get("ftp://test/open/"));
    try (var client = new RawClient(gateway.port())) {
      client.write(get("HTTP://Test/open/a?b=c"));
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertThat(heads.getLast()).startsWith("GET /open/a?b=c HTTP/1.1\r\n");
  }

  @Test
  void otherTargetForms_areRefused() throws Exception {
    assertRefused(Flaw.TARGET_FORM, head("OPTIONS * HTTP/1.1", "Host: test"));
    assertRefused(Flaw.TARGET_FORM, get("test:80"));
    assertRefused(Flaw.TARGET_FORM, get("open/"));
    assertRefused(Flaw.PATH_CHARACTER, get("/open/#fragment"));
  }

  @Test
  void connectAndTrace_areRefusedWith405_andAllow() throws Exception {
    assertRefused(Flaw.METHOD, head("CONNECT test:80 HTTP/1.1", "Host: test:80"));
    assertThat(assertRefused(405, head("TRACE /open/ HTTP/1.1", "Host: test")).header("allow"))
        .contains("GET")
        .doesNotContain("TRACE");
  }

  @Test
  void garbledChunks_areRefused_andNothingWholeReachesTheBackend() throws Exception {
    for (String chunks :
        List.of(
            "5;ext\nhello\r\n0\r\n\r\n",
            "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n",
            "5\nhello\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFFF\r\nhello",
            "80000000\r\nhello",
            "-5\r\nhello",
            "0x5\r\nhello",
            "5 \r\nhello",
            "\r\nhello",
            "5\r\nhelloX\r\n0\r\n\r\n",
            "0\r\nX : y\r\n\r\n")) {
      long before = seen(Flaw.CHUNK);
      try (var client = new RawClient(gateway.port())) {
        client.write(post("Transfer-Encoding: chunked") + chunks + get("/open/smuggled"));
        var answer = client.answer();
        assertThat(answer.status()).as(chunks).isEqualTo(400);
        assertThat(answer.header("connection")).isEqualTo("close");
        assertThat(client.isClosedByServer()).isTrue();
      }
      assertThat(seen(Flaw.CHUNK)).as(chunks).isEqualTo(before + 1);
      await().until(() -> gateway.state().requests() == 0);
    }
    assertThat(heads).noneMatch(head -> head.contains("smuggled"));
  }

  @Test
  void dotSegments_areResolvedBeforeRouting_andSoForwarded() throws Exception {
    for (var each :
        List.of(
            List.of("/open/../only/get", "/only/get"),
            List.of("/open/%2e%2e/only/get", "/only/get"),
            List.of("/open/.%2E/only/./get", "/only/get"),
            List.of("/../../open/a", "/open/a"),
            List.of("/open/a/..", "/open/"),
            List.of("/open/a/.", "/open/a/"),
            List.of("/open/%61%2d?x=/../%2e", "/open/a-?x=/../%2e"),
            List.of("/open//a//b", "/open//a//b"),
            List.of("/open/a%2fb%2F..%5c", "/open/a%2fb%2F..%5c"),
            List.of("/open/%252e%252e/a", "/open/%252e%252e/a"))) {
      var answer = RawClient.get(gateway.port(), each.getFirst());
      assertThat(answer.status()).as(each.getFirst()).isEqualTo(200);
      assertThat(heads.getLast()).startsWith("GET " + each.getLast() + " HTTP/1.1\r\n");
    }
    assertThat(RawClient.get(gateway.port(), "/open/../secret").status()).isEqualTo(404);
  }

  @Test
  void pathsThatNoPathMayBe_areRefused() throws Exception {
    assertRefused(Flaw.PATH_CHARACTER, get("/open/..\\only"));
    for (String path : List.of("/open/%", "/open/%2", "/open/%zz", "/open/%00", "/open/a%?b%20")) {
      assertRefused(Flaw.PATH_ENCODING, get(path));
    }
  }

  @Test
  void wrongMethod_isToldWhichAreRight() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/only/get", "").answer();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.header("allow")).isEqualTo("DELETE, GET, PUT");
      assertThat(answer.header("connection")).isEmpty();
      assertThat(client.send("POST", "/only/else", "").answer().header("allow"))
          .isEqualTo("DELETE, PUT");
    }
  }

  @Test
  void forwardingHeadersInDisguise_areDroppedForAStranger() throws Exception {
    RawClient.get(
        gateway.port(),
        "/open/",
        "X_Forwarded_For: 6.6.6.6",
        "x-forwarded_host: evil",
        "X_Real_IP: 6.6.6.6",
        "Content_Length: 666",
        "X_Own: kept");

    assertThat(heads.getLast())
        .containsIgnoringCase("x_own: kept")
        .doesNotContain("6.6.6.6")
        .doesNotContain("666")
        .doesNotContain("evil");
  }

  @Test
  void anEarlyRefusal_canBeRead_whileTheBodyIsStillBeingSent() throws Exception {
    String half = "x".repeat(200 * 1024);
    for (int i = 0; i < 20; i++) {
      try (var client = new RawClient(gateway.port())) {
        client.write(
            head("POST /nowhere HTTP/1.1", "Host: test", "Content-Length: " + 2 * half.length()));
        client.write(half).write(half);
        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.complete()).isTrue();
        assertThat(client.isClosedByServer()).isTrue();
      }
    }
    await().until(() -> gateway.state().connections() == 0);
  }

  @Test
  void aClientThatNeverStopsSending_isCutOff() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(post("Content-Length : 1"));
      assertThat(client.answer().status()).isEqualTo(400);
      String more = "x".repeat(64 * 1024);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  client.write(more);
                }
              })
          .isInstanceOf(SocketException.class);
    }
    await().until(() -> gateway.state().connections() == 0);
  }

  @Test
  void aClientThatNeitherSendsNorCloses_isCutOff() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(post("Content-Length : 1"));
      assertThat(client.answer().status()).isEqualTo(400);
      await().until(() -> gateway.state().connections() == 0);
    }
  }

  @Test
  void aHeadThatTricklesIn_isCutOffWith408_howeverBusily() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("GET /open/ HTTP/1.1\r\nHost: test\r\nX-Slow: ");
      var answering = new CountDownLatch(1);
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (!answering.await(20, TimeUnit.MILLISECONDS)) {
                    client.write("x");
                  }
                } catch (Exception closed) {
                  // which is the point
                }
              });
      var answer = client.answer();
      answering.countDown();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("head-timeout");
      assertThat(answer.header("connection")).isEqualTo("close");
    }
  }

  @Test
  void aHeadInTwoParts_isServed_andIdleConnectionsAreNotTimed() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("GET /open/ HTTP/1.1\r\nHo").write("st: test\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      try (var slow = new RawClient(gateway.port())) {
        slow.write("GET"); // outlasts the time a head may take
        assertThat(slow.answer().status()).isEqualTo(408);
      }
      assertThat(client.send("GET", "/open/", "").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatTricklesIn_isCutOffAtTheDeadline_andItsPermitEnds() throws Exception {
    try (var patient = new RawServer(RawServer.Connection::awaitClose);
        var door = TestGateway.start(ROUTES.formatted(patient.url()))) {
      for (int i = 0; i < 8; i++) { // twice as many as there are permits
        try (var client = new RawClient(door.port())) {
          client.write(post("Content-Length: 1000", "x-request-timeout-ms: 300") + "x");
          var answered = new CountDownLatch(1);
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      while (!answered.await(20, TimeUnit.MILLISECONDS)) {
                        client.write("x");
                      }
                    } catch (Exception closed) {
                      // which is the point
                    }
                  });
          var answer = client.answer();
          answered.countDown();
          assertThat(answer.status()).isEqualTo(504);
          assertThat(answer.header("connection")).isEqualTo("close");
        }
      }
      await().until(() -> door.state().requests() == 0);
    }
  }

  @Test
  void pipelinedRequests_areAnsweredUpToTheMalformedOne() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write(get("/open/1") + get("/open/2") + get("/open/3", "X : y") + get("/open/4"));
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.answer().status()).isEqualTo(200);
      assertThat(client.answer().status()).isEqualTo(400);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThat(heads).hasSize(2);
  }

  @Test
  void oneEmptyLineBeforeARequest_isForgiven_butNotMore() throws Exception {
    try (var client = new RawClient(gateway.port())) {
      client.write("\r\n" + get("/open/"));
      assertThat(client.answer().status()).isEqualTo(200);
    }
    heads.clear();
    assertRefused(Flaw.EMPTY_LINES, "\r\n\r\n" + get("/open/"));
  }

  @Test
  void bytesAboveAsciiInValues_passOnAsTheyAre() throws Exception {
    String latin = new String(new byte[] {(byte) 0xe9, (byte) 0xff}, StandardCharsets.ISO_8859_1);
    try (var client = new RawClient(gateway.port())) {
      client.write(get("/open/", "X-Latin: " + latin));
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertThat(heads.getLast()).contains(latin);
  }
}
