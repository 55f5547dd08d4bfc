package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What goes through the gateway and what stays behind, against backends scripted byte by byte. */
class ProxyIT {
  private static final String ONE_ROUTE =
      """
      lanes: { main: { limit: 8, waiters: 8 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 2s }
      """;

  private static Gateway inFrontOf(RawServer backend) throws Exception {
    return TestGateway.start(ONE_ROUTE.formatted(backend.url()));
  }

  /** Answers every request with this, keeping the heads it has seen. */
  private static RawServer answering(List<String> heads, String response) throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            heads.add(head);
            connection.write(response);
          }
        });
  }

  @Test
  void request_keepsEndToEndHeaders_andDropsHopByHopOnes() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend = answering(heads, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        var gateway = inFrontOf(backend)) {
      var answer =
          RawClient.get(
              gateway.port(),
              "/a/b%20c?x=1&y=%2F",
              "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
              "X-Own: kept",
              "Connection: x-secret, keep-alive",
              "X-Secret: dropped",
              "Keep-Alive: timeout=5",
              "TE: trailers",
              "Proxy-Authorization: Basic xxx");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("hi");
      assertThat(heads).hasSize(1);
      assertThat(heads.getFirst())
          .startsWith("GET /a/b%20c?x=1&y=%2F HTTP/1.1\r\n")
          .containsIgnoringCase(
              "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
          .containsIgnoringCase("x-own: kept")
          .containsIgnoringCase("host: test")
          .containsIgnoringCase("via: 1.1 sluice")
          .containsIgnoringCase("x-forwarded-for: 127.0.0.1")
          .containsIgnoringCase("x-forwarded-proto: http")
          .containsIgnoringCase("x-forwarded-host: test")
          .containsIgnoringCase("x-request-id: ")
          .doesNotContainIgnoringCase("x-secret")
          .doesNotContainIgnoringCase("keep-alive: timeout")
          .doesNotContainIgnoringCase("te: trailers")
          .doesNotContainIgnoringCase("proxy-authorization");
    }
  }

  @Test
  void forwardingHeaders_ofAStranger_areReplaced() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend = answering(heads, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        var gateway = inFrontOf(backend)) {
      RawClient.get(
          gateway.port(),
          "/",
          "X-Forwarded-For: 6.6.6.6",
          "X-Forwarded-Proto: https",
          "Forwarded: for=6.6.6.6",
          "X-Real-IP: 6.6.6.6",
          "X-Forwarded-Prefix: /evil",
          "X-Sluice-Own: evil",
          "X-Request-Id: forged");

      assertThat(heads.getFirst())
          .containsIgnoringCase("x-forwarded-for: 127.0.0.1")
          .containsIgnoringCase("x-forwarded-proto: http\r\n")
          .doesNotContain("6.6.6.6")
          .doesNotContain("evil")
          .doesNotContain("forged");
    }
  }

  @Test
  void forwardingHeaders_ofATrustedPeer_areExtended() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend = answering(heads, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        var gateway =
            TestGateway.start(
                "trustedProxies: [127.0.0.0/8]", ONE_ROUTE.formatted(backend.url()))) {
      RawClient.get(
          gateway.port(),
          "/",
          "X-Forwarded-For: 10.1.1.1",
          "X-Forwarded-Proto: https",
          "X-Real-IP: 10.1.1.1",
          "Connection: x-forwarded-for",
          "X-Request-Id: abc-123");

      assertThat(heads.getFirst())
          .containsIgnoringCase("x-forwarded-for: 10.1.1.1, 127.0.0.1")
          .containsIgnoringCase("x-forwarded-proto: https")
          .containsIgnoringCase("x-real-ip: 10.1.1.1")
          .containsIgnoringCase("x-request-id: abc-123");
    }
  }

  @Test
  void response_dropsHopByHopHeaders_andKeepsTheRest() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend =
            answering(
                heads,
                "HTTP/1.1 201 Created\r\nContent-Length: 2\r\nETag: \"7\"\r\nSet-Cookie: a=1\r\n"
                    + "Set-Cookie: b=2\r\nConnection: x-internal\r\nX-Internal: 1\r\n"
                    + "Keep-Alive: timeout=9\r\nProxy-Authenticate: x\r\n\r\nok");
        var gateway = inFrontOf(backend)) {
      var answer = RawClient.get(gateway.port(), "/");

      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.header("etag")).isEqualTo("\"7\"");
      assertThat(answer.header("set-cookie")).isEqualTo("a=1, b=2");
      assertThat(answer.header("via")).isEqualTo("1.1 sluice");
      assertThat(answer.headers())
          .doesNotContainKeys("x-internal", "keep-alive", "proxy-authenticate", "connection");
    }
  }

  @Test
  void everyAnswer_namesItsRequest_asTheBackendKnowsIt() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend = answering(heads, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        var gateway = inFrontOf(backend)) {
      var answer = RawClient.get(gateway.port(), "/");
      var late = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 0");

      assertThat(answer.header("x-request-id")).isNotEmpty();
      assertThat(heads.getFirst())
          .containsIgnoringCase("x-request-id: " + answer.header("x-request-id") + "\r\n");
      assertThat(late.status()).isEqualTo(504);
      assertThat(late.header("x-request-id"))
          .isNotEmpty()
          .isNotEqualTo(answer.header("x-request-id"));
    }
  }

  @Test
  void head_204_and_304_haveNoBody_andKeepTheConnection() throws Exception {
    var responses =
        List.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n",
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone");
    var next = new java.util.concurrent.atomic.AtomicInteger();
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    connection.write(responses.get(next.getAndIncrement()));
                  }
                });
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      var head = client.send("HEAD", "/", "").answer(true);
      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("content-length")).isEqualTo("5");
      assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(204);
      var notModified = client.send("GET", "/", "").answer();
      assertThat(notModified.status()).isEqualTo(304);
      assertThat(notModified.header("etag")).isEqualTo("\"1\"");
      assertThat(client.send("GET", "/", "").answer().body()).isEqualTo("done");
    }
  }

  @Test
  void truncatedBody_isNeverPassedOnAsComplete() throws Exception {
    for (String head :
        List.of(
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npartial",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\npartial\r\n")) {
      try (var backend =
              new RawServer(
                  connection -> {
                    connection.readHead();
                    connection.write(head);
                    connection.close();
                  });
          var gateway = inFrontOf(backend)) {
        var answer = RawClient.get(gateway.port(), "/");

        assertThat(answer.complete()).as(head).isFalse();
        await().until(() -> gateway.state().requests() == 0);
      }
    }
  }

  @Test
  void backendThatIsDown_isAnswered502() throws Exception {
    int port;
    try (var gone = new RawServer(_ -> {})) {
      port = gone.port();
    }
    try (var gateway = TestGateway.start(ONE_ROUTE.formatted("http://127.0.0.1:" + port))) {
      var answer = RawClient.get(gateway.port(), "/");

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("connect-failed");
      assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    }
  }

  @Test
  void backendThatHangsUpBeforeItsHead_isAnswered502() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.close();
                });
        var gateway = inFrontOf(backend)) {
      var answer = RawClient.get(gateway.port(), "/");

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-reset");
    }
  }

  @Test
  void backendThatAnswersNonsense_isAnswered502() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write("SSH-2.0-OpenSSH_9.2\r\n\r\n");
                });
        var gateway = inFrontOf(backend)) {
      var answer = RawClient.get(gateway.port(), "/");

      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-invalid");
    }
  }

  @Test
  void timeout_isAnswered504_andClosesTheUpstreamExchange() throws Exception {
    var closed = new CountDownLatch(1);
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend =
            new RawServer(
                connection -> {
                  heads.add(connection.readHead());
                  connection.awaitClose();
                  closed.countDown();
                });
        var gateway = inFrontOf(backend)) {
      var answer = RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 200");

      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-timeout");
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
      String forwarded =
          heads
              .getFirst()
              .lines()
              .filter(l -> l.startsWith("x-request-timeout-ms"))
              .findFirst()
              .orElseThrow();
      assertThat(Integer.parseInt(forwarded.split(": ")[1])).isBetween(1, 180);
    }
  }

  @Test
  void timeoutOfAWrite_isAnsweredOutcomeUnknown() throws Exception {
    try (var backend = new RawServer(connection -> connection.awaitClose());
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/", "body", "x-request-timeout-ms: 200").answer();

      assertThat(answer.status()).isEqualTo(504);
      assertThat(answer.body()).contains("urn:sluice:problem:outcome-unknown");
    }
  }

  @Test
  void junkDeadlines_areIgnored() throws Exception {
    var heads = new CopyOnWriteArrayList<String>();
    try (var backend = answering(heads, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        var gateway = inFrontOf(backend)) {
      for (String junk : List.of("-5", "soon", "", "99999999999999999999", "1e3")) {
        assertThat(RawClient.get(gateway.port(), "/", "x-request-timeout-ms: " + junk).status())
            .as(junk)
            .isEqualTo(200);
      }
      assertThat(RawClient.get(gateway.port(), "/", "x-request-timeout-ms: 0").status())
          .isEqualTo(504);
    }
  }

  @Test
  void clientThatLeaves_cancelsTheUpstreamExchange() throws Exception {
    var called = new CountDownLatch(1);
    var cancelled = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  called.countDown();
                  connection.awaitClose();
                  cancelled.countDown();
                });
        var gateway = inFrontOf(backend)) {
      try (var client = new RawClient(gateway.port())) {
        client.send("GET", "/", "");
        assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
      }

      assertThat(cancelled.await(10, TimeUnit.SECONDS)).isTrue();
      await().until(() -> gateway.state().requests() == 0);
    }
  }

  @Test
  void bodies_streamBothWays_inFull() throws Exception {
    String big = "0123456789abcdef".repeat(64 * 1024);
    try (var backend =
            new RawServer(
                connection -> {
                  while (!connection.readHead().isEmpty()) {
                    byte[] body = connection.read(big.length());
                    connection.write(
                        "HTTP/1.1 200 OK\r\nContent-Length: "
                            + body.length
                            + "\r\n\r\n"
                            + new String(body, java.nio.charset.StandardCharsets.ISO_8859_1));
                  }
                });
        var gateway = inFrontOf(backend);
        var client = new RawClient(gateway.port())) {
      for (int i = 0; i < 3; i++) {
        var answer = client.send("POST", "/", big).answer();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).hasSize(big.length()).isEqualTo(big);
      }
    }
  }

  @Test
  void tooLarge_isAnswered413_414_431_andNothingReachesTheBackend() throws Exception {
    var seen = new AtomicBoolean();
    try (var backend = new RawServer(_ -> seen.set(true));
        var gateway =
            TestGateway.start(
                "maxBody: 1KiB, maxRequestLine: 1KiB, maxHeaders: 2KiB",
                ONE_ROUTE.formatted(backend.url()))) {
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.send("POST", "/", "x".repeat(2000)).answer().status()).isEqualTo(413);
      }
      assertThat(RawClient.get(gateway.port(), "/" + "x".repeat(2000)).status()).isEqualTo(414);
      assertThat(RawClient.get(gateway.port(), "/", "X-Big: " + "x".repeat(4000)).status())
          .isEqualTo(431);
      assertThat(seen).isFalse();
    }
  }

  @Test
  void chunkedBodyThatGrowsTooLarge_isAnswered413_andCutOffUpstream() throws Exception {
    var closed = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.awaitClose();
                  closed.countDown();
                });
        var gateway = TestGateway.start("maxBody: 1KiB", ONE_ROUTE.formatted(backend.url()));
        var client = new RawClient(gateway.port())) {
      client.write("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 4; i++) {
        client.write("200\r\n" + "x".repeat(512) + "\r\n");
      }

      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void malformedRequests_areAnswered400_andNothingReachesTheBackend() throws Exception {
    var seen = new AtomicBoolean();
    try (var backend = new RawServer(_ -> seen.set(true));
        var gateway = inFrontOf(backend)) {
      for (String request :
          List.of(
              "GET / HTTP/1.1\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
              "GET http://x/ HTTP/1.1\r\nHost: a\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
              "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
              "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
              "\u0016\u0003\u0001\u0002\r\n\r\n")) {
        try (var client = new RawClient(gateway.port())) {
          var answer = client.write(request).answer();
          // 505: a version of HTTP that nobody speaks
          assertThat(answer.status()).as(request).isIn(400, 505);
        }
      }
      assertThat(seen).isFalse();
    }
  }

  @Test
  void unknownPath_isAnswered404_andWrongMethod405() throws Exception {
    try (var backend = new RawServer(_ -> {});
        var gateway =
            TestGateway.start(
                """
                lanes: { main: { limit: 8, waiters: 8 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: one, methods: [GET], path: /one, lane: main, backend: main }
                """
                    .formatted(backend.url()))) {
      var unknown = RawClient.get(gateway.port(), "/two");
      assertThat(unknown.status()).isEqualTo(404);
      assertThat(unknown.header("x-sluice-reason")).isEqualTo("no-route");
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.send("DELETE", "/one", "").answer().status()).isEqualTo(405);
      }
    }
  }
}
