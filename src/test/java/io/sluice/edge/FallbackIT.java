package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.spi.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client gets when its backend does not answer, over real sockets. */
class FallbackIT {
  private static final String FAILED =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\nX-Failed: yes\r\n"
          + "Set-Cookie: failed=1\r\nETag: \"failed\"\r\n\r\ndown";

  /** What the backend answers from now on; empty closes the connection instead. */
  private volatile String script = "";

  private final AtomicInteger calls = new AtomicInteger();

  @TempDir private Path folder;

  private RawServer backend() throws Exception {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            calls.incrementAndGet();
            String answer = script;
            if (answer.isEmpty()) {
              connection.close();
              return;
            }
            boolean bodiless = head.startsWith("HEAD");
            connection.write(
                bodiless ? answer.substring(0, answer.indexOf("\r\n\r\n") + 4) : answer);
          }
        });
  }

  private static Gateway gateway(RawServer backend, String fallback) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8, waiters: 8 } }
        backends: { main: { endpoints: ["%s"] } }
        routes:
          - { name: reads, methods: [GET, HEAD], path: /*, kind: read, lane: main, backend: main,
              timeout: 2s, fallback: %s }
          - { name: writes, methods: [PUT, DELETE], path: /*, kind: write, lane: main,
              backend: main, timeout: 2s }
        """
            .formatted(backend.url(), fallback));
  }

  private static String ok(String body, String... headers) {
    return "HTTP/1.1 200 OK\r\nContent-Length: "
        + body.length()
        + "\r\n"
        + String.join("", Arrays.stream(headers).map(h -> h + "\r\n").toList())
        + "\r\n"
        + body;
  }

  /** Asks once while the backend is well, and then when it is not. */
  private RawClient.Answer before(Gateway gateway, String good, String... asked) throws Exception {
    script = good;
    assertThat(RawClient.get(gateway.port(), "/a", asked).status()).isEqualTo(200);
    script = FAILED;
    return RawClient.get(gateway.port(), "/a", asked);
  }

  @Test
  void lastGoodAnswer_takesThePlaceOfAFailedOne_withCleanHeaders() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [client-cache, cached] }")) {
      var answer =
          before(
              gateway,
              ok(
                  "book",
                  "Cache-Control: max-age=60",
                  "ETag: \"1\"",
                  "Age: 7",
                  "X-Own: kept",
                  "Connection: x-hop",
                  "X-Hop: dropped"));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("book");
      assertThat(answer.header("x-sluice-fallback")).isEqualTo("cached");
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-status");
      assertThat(Integer.parseInt(answer.header("age"))).isBetween(7, 30);
      assertThat(answer.header("etag")).isEqualTo("\"1\"");
      assertThat(answer.header("x-own")).isEqualTo("kept");
      assertThat(answer.header("x-request-id")).isNotEmpty();
      assertThat(answer.headers())
          .doesNotContainKeys("x-failed", "set-cookie", "x-hop", "retry-after");
    }
  }

  @Test
  void answerThatWasChunked_isGivenWhole_andHeadGetsItsLength() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      var answer =
          before(
              gateway,
              "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\nok\r\n0\r\n\r\n");
      assertThat(answer.body()).isEqualTo("book");
      assertThat(answer.header("content-length")).isEqualTo("4");

      try (var client = new RawClient(gateway.port())) {
        var head = client.send("HEAD", "/a", "").answer(true);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("content-length")).isEqualTo("4");
        assertThat(head.header("x-sluice-fallback")).isEqualTo("cached");
        script = ok("next");
        assertThat(client.send("GET", "/b", "").answer().body()).isEqualTo("next");
      }
    }
  }

  @Test
  void backendThatClosesItsConnections_isStoodInForToo() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      script = ok("book");
      RawClient.get(gateway.port(), "/a");
      script = "";
      var answer = RawClient.get(gateway.port(), "/a");
      assertThat(answer.body()).isEqualTo("book");
      assertThat(answer.header("x-sluice-reason")).isEqualTo("upstream-reset");
      assertThat(RawClient.get(gateway.port(), "/never-seen").status()).isEqualTo(502);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Cache-Control: no-store",
        "Cache-Control: private",
        "Set-Cookie: session=1",
        "Vary: *",
        "Cache-Control: max-age=0, must-revalidate",
        "Cache-Control: no-cache",
        "Cache-Control: max-age=0, stale-if-error=5\r\nAge: 6"
      })
  void whatMayNotBeGivenAgain_isNot_andTheFailureIsTold(String header) throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      var answer = before(gateway, ok("book", header));
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("down");
      assertThat(answer.headers()).doesNotContainKey("x-sluice-fallback").containsKey("x-failed");
    }
  }

  @Test
  void answerToSomeoneWhoSaidWhoTheyAre_isKeptOnlyWhereItIsForAll() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      assertThat(before(gateway, ok("mine"), "Authorization: Bearer x").status()).isEqualTo(503);
      assertThat(RawClient.get(gateway.port(), "/a").status()).isEqualTo(503);
      assertThat(before(gateway, ok("ours", "Cache-Control: public"), "Authorization: x").body())
          .isEqualTo("ours");
    }
  }

  @Test
  void truncatedAndOversizeAnswers_areNotKept() throws Exception {
    try (var backend = backend();
        var gateway =
            gateway(backend, "{ order: [cached], cached: { maxEntry: 1KiB, maxBytes: 64KiB } }")) {
      assertThat(before(gateway, ok("x".repeat(1025))).status()).isEqualTo(503);
    }
  }

  /** Nobody can tell whether more was to come. */
  @Test
  void answerThatOnlyItsConnectionEnds_isNotKept() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  if (calls.incrementAndGet() == 1) {
                    connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nperhaps half");
                  }
                  connection.close();
                });
        var gateway = gateway(backend, "{ order: [cached] }")) {
      assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("perhaps half");
      assertThat(RawClient.get(gateway.port(), "/a").status()).isEqualTo(502);
    }
  }

  @Test
  void validatorsOfTheKeptCopy_getNotModified() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [client-cache, cached] }");
        var client = new RawClient(gateway.port())) {
      before(gateway, ok("book", "ETag: \"1\"", "Content-Type: text/plain"));

      var same = client.send("GET", "/a", "", "If-None-Match: W/\"1\"").answer();
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.header("x-sluice-fallback")).isEqualTo("client-cache");
      assertThat(same.header("etag")).isEqualTo("\"1\"");
      assertThat(same.headers()).doesNotContainKeys("content-length", "content-type", "x-failed");
      var other = client.send("GET", "/a", "", "If-None-Match: \"0\"").answer();
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.body()).isEqualTo("book");
    }
  }

  @Test
  void copyThatItsBackendCallsGood_staysGoodForLonger() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      before(
          gateway,
          ok("book", "ETag: \"1\"", "Cache-Control: max-age=60, must-revalidate", "Age: 55"));
      script = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nX-New: yes\r\n\r\n";
      try (var client = new RawClient(gateway.port())) {
        assertThat(client.send("GET", "/a", "", "If-None-Match: \"1\"").answer().status())
            .isEqualTo(304);
      }
      script = FAILED;
      var kept = RawClient.get(gateway.port(), "/a");
      assertThat(kept.body()).isEqualTo("book");
      assertThat(kept.header("x-new")).isEqualTo("yes");
      assertThat(Integer.parseInt(kept.header("age"))).isLessThan(50);
    }
  }

  @Test
  void clientWithACopyOfItsOwn_isToldToUseIt_withTheRefusal() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [client-cache] }")) {
      var answer = RawClient.get(gateway.port(), "/a", "If-None-Match: \"1\"");
      assertThat(answer.status()).isEqualTo(502);
      assertThat(answer.header("x-sluice-fallback")).isEqualTo("client-cache");
      assertThat(answer.header("x-sluice-use-your-copy")).isEqualTo("stale-if-error");
      assertThat(RawClient.get(gateway.port(), "/a").headers())
          .doesNotContainKeys("x-sluice-fallback", "x-sluice-use-your-copy");
    }
  }

  @Test
  void variants_areGivenToThoseTheyAreFor() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      before(gateway, ok("deutsch", "Vary: Accept-Language"), "Accept-Language: de");
      var english = before(gateway, ok("english", "Vary: Accept-Language"), "Accept-Language: en");
      assertThat(english.body()).isEqualTo("english");
      assertThat(RawClient.get(gateway.port(), "/a", "Accept-Language: de").body())
          .isEqualTo("deutsch");
      assertThat(RawClient.get(gateway.port(), "/a", "Accept-Language: fr").status())
          .isEqualTo(503);
    }
  }

  @Test
  void copiesOfOneHost_areNotThoseOfAnother() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }");
        var client = new RawClient(gateway.port())) {
      before(gateway, ok("book"));
      var other = client.write("GET /a HTTP/1.1\r\nHost: other\r\n\r\n").answer();
      assertThat(other.status()).isEqualTo(503);
    }
  }

  @Test
  void writeToTheSameResource_makesItsCopyUntrue() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }");
        var client = new RawClient(gateway.port())) {
      before(gateway, ok("book"));
      script = "HTTP/1.1 204 No Content\r\n\r\n";
      assertThat(client.send("PUT", "/a", "new").answer().status()).isEqualTo(204);
      script = FAILED;
      assertThat(RawClient.get(gateway.port(), "/a").status()).isEqualTo(503);
    }
  }

  @Test
  void whatIsGone_doesNotComeBack() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      before(gateway, ok("book"));
      script = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
      assertThat(RawClient.get(gateway.port(), "/a").status()).isEqualTo(404);
      script = FAILED;
      assertThat(RawClient.get(gateway.port(), "/a").status()).isEqualTo(503);
    }
  }

  @Test
  void failureThatDoesNotEnd_isCutOff() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      before(gateway, ok("book"));
      for (String endless :
          List.of(
              "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 10\r\n\r\ndown",
              "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 1000000\r\n\r\ndown",
              "HTTP/1.1 503 Service Unavailable\r\nTransfer-Encoding: chunked\r\n\r\n20000\r\n"
                  + "x".repeat(0x20000))) {
        script = endless;
        assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("book");
      }
      await()
          .untilAsserted(
              () ->
                  assertThat(RawClient.get(gateway.adminPort(), "/metrics").body())
                      .contains("sluice_lane_in_flight{lane=\"main\",tier=\"p1\"} 0"));
      script = ok("better");
      assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("better");
    }
  }

  @Test
  void overHttp2_copyAndNotModified_endTheirStreams() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [client-cache, cached] }")) {
      script = ok("book", "ETag: \"1\"", "Cache-Control: max-age=60");
      assertThat(RawFrames.get(gateway.port(), "/a").status()).isEqualTo(200);
      script = FAILED;
      var kept = RawFrames.get(gateway.port(), "/a");
      assertThat(kept.status()).isEqualTo(200);
      assertThat(kept.body()).isEqualTo("book");
      assertThat(kept.header("x-sluice-fallback")).isEqualTo("cached");
      assertThat(kept.headers()).doesNotContainKeys("x-failed", "set-cookie");
      var same = RawFrames.get(gateway.port(), "/a", "if-none-match: \"1\"");
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.body()).isEmpty();
    }
  }

  @Test
  void gRpcCaller_isAnsweredInGRpc() throws Exception {
    try (var backend = backend();
        var gateway =
            gateway(
                backend,
                "{ order: [static], static: { file: '%s', status: 200 } }"
                    .formatted(file("any.json", "[]")))) {
      var answer = RawClient.get(gateway.port(), "/a", "Content-Type: application/grpc");
      assertThat(answer.header("grpc-status")).isEqualTo("14");
      assertThat(answer.headers()).doesNotContainKey("x-sluice-fallback");
    }
  }

  @Test
  void accessLog_saysWhatAnswered_andWhy() throws Exception {
    try (var backend = backend();
        var logged =
            new LoggedGateway(
                folder.resolve("access.log"),
                "",
                "maxDeadline: 30s",
                """
                lanes: { main: { limit: 8, waiters: 8 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: reads, methods: [GET], path: /*, kind: read, lane: main,
                      backend: main, timeout: 2s, fallback: { order: [client-cache, cached] } }
                """
                    .formatted(backend.url()))) {
      script = ok("book");
      RawClient.get(logged.port(), "/a");
      script = FAILED;
      RawClient.get(logged.port(), "/a");
      script = "";
      RawClient.get(logged.port(), "/b", "If-None-Match: \"1\"");
      await().until(() -> logged.lines().size() == 3);

      var kept = logged.lines().get(1);
      assertThat(kept.get("status").asInt()).isEqualTo(200);
      assertThat(kept.get("fallback").asText()).isEqualTo("cached");
      assertThat(kept.get("reason").asText()).isEqualTo("upstream-status");
      assertThat(kept.get("flags").asText()).isEqualTo("RFCF");
      var advised = logged.lines().get(2);
      assertThat(advised.get("status").asInt()).isEqualTo(502);
      assertThat(advised.get("fallback").asText()).isEqualTo("client-cache");
      assertThat(logged.lines().getFirst().has("fallback")).isFalse();
    }
  }

  @Test
  void statusThatIsNotNamed_isPassedOn() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached], on: [shed, failed] }")) {
      var answer = before(gateway, ok("book"));
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("down");
    }
  }

  @Test
  void replacedAnswers_giveTheirPermitsBack() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [cached] }")) {
      before(gateway, ok("book"));
      for (int i = 0; i < 50; i++) {
        assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("book");
      }
      await().untilAsserted(() -> assertThat(gateway.state().inFlight()).isZero());
      assertThat(calls).hasValueGreaterThan(50);
      assertThat(backend.accepted()).isLessThan(4); // the connections are used again
      script = ok("better");
      assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("better");
    }
  }

  private String file(String name, String body) throws Exception {
    Path file = folder.resolve(name);
    Files.writeString(file, body);
    return file.toString();
  }

  @Test
  void preparedFile_isGivenPerStatus() throws Exception {
    String fallback =
        "{ order: [static], on: [failed, 500, 503], static: { file: '%s', status: 200, byStatus: {"
            + " '503': { file: '%s' } } } }";
    try (var backend = backend();
        var gateway =
            gateway(
                backend,
                fallback.formatted(file("any.json", "[]"), file("down.html", "<h1>down</h1>")))) {
      var failed = RawClient.get(gateway.port(), "/a");
      assertThat(failed.status()).isEqualTo(200);
      assertThat(failed.body()).isEqualTo("[]");
      assertThat(failed.header("content-type")).isEqualTo("application/json");
      assertThat(failed.header("cache-control")).isEqualTo("no-store");
      assertThat(failed.header("x-sluice-fallback")).isEqualTo("static");
      assertThat(failed.header("x-sluice-reason")).isEqualTo("upstream-reset");

      script = FAILED;
      var down = RawClient.get(gateway.port(), "/a");
      assertThat(down.status()).isEqualTo(503);
      assertThat(down.body()).isEqualTo("<h1>down</h1>");
      assertThat(down.header("content-type")).isEqualTo("text/html; charset=utf-8");
      assertThat(down.headers()).doesNotContainKeys("x-failed", "set-cookie", "etag");

      script = "HTTP/1.1 504 Gateway Timeout\r\nContent-Length: 4\r\n\r\nlate";
      assertThat(RawClient.get(gateway.port(), "/a").body()).isEqualTo("late");
    }
  }

  @Test
  void websocketHandshake_isNotAnsweredWithADocument() throws Exception {
    try (var backend = backend();
        var gateway =
            gateway(
                backend,
                "{ order: [static], static: { file: '%s', status: 200 } }"
                    .formatted(file("any.json", "[]")))) {
      var answer =
          RawClient.get(
              gateway.port(),
              "/a",
              "Connection: Upgrade",
              "Upgrade: websocket",
              "Sec-WebSocket-Version: 13",
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
      assertThat(answer.status()).isEqualTo(502);
    }
  }

  /** A lane of four that are all taken by requests the backend lets wait. */
  @Test
  void shedRead_getsTheKeptCopy_andARefusalKeepsItsHints() throws Exception {
    var hold = new CountDownLatch(1);
    var held = new AtomicInteger();
    try (var backend =
            new RawServer(
                connection -> {
                  for (String head = connection.readHead();
                      !head.isEmpty();
                      head = connection.readHead()) {
                    if (head.contains("GET /hold")) {
                      held.incrementAndGet();
                      hold.await();
                    }
                    connection.write(ok("book", "Cache-Control: max-age=60"));
                  }
                });
        var gateway =
            TestGateway.start(
                """
                lanes: { main: { limit: 4, waiters: 0 } }
                backends: { main: { endpoints: ["%s"] } }
                routes:
                  - { name: hold, path: /hold, kind: write, lane: main, backend: main,
                      timeout: 20s }
                  - { name: shown, methods: [GET], path: /shown, kind: refresh, lane: main,
                      backend: main, timeout: 2s,
                      fallback: { order: [static], static: { file: '%s' } } }
                  - { name: reads, methods: [GET], path: /*, kind: refresh, lane: main,
                      backend: main, timeout: 2s, fallback: { order: [client-cache, cached] } }
                """
                    .formatted(backend.url(), file("busy.txt", "busy")))) {
      RawClient.get(gateway.port(), "/a");
      var clients = new ArrayList<RawClient>();
      try {
        for (int i = 0; i < 4; i++) {
          clients.add(new RawClient(gateway.port()).send("GET", "/hold", ""));
        }
        await().until(() -> held.get() == 4);

        var kept = RawClient.get(gateway.port(), "/a");
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.body()).isEqualTo("book");
        assertThat(kept.header("x-sluice-fallback")).isEqualTo("cached");
        assertThat(kept.headers()).containsKeys("age", "x-sluice-reason");
        assertThat(kept.headers()).doesNotContainKeys("retry-after", "ratelimit");

        var refused = RawClient.get(gateway.port(), "/b", "If-None-Match: \"1\"");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.headers()).containsKeys("retry-after", "x-sluice-use-your-copy");

        var shown = RawClient.get(gateway.port(), "/shown");
        assertThat(shown.status()).isEqualTo(429);
        assertThat(shown.body()).isEqualTo("busy");
        assertThat(shown.header("content-type")).isEqualTo("text/plain; charset=utf-8");
        assertThat(shown.headers()).containsKeys("retry-after", "retry-after-ms", "ratelimit");
      } finally {
        hold.countDown();
        for (RawClient client : clients) {
          assertThat(client.answer().status()).isEqualTo(200);
          client.close();
        }
      }
    }
  }

  @Test
  void inProcessAnswers_areKeptToo() throws Exception {
    try (var gateway =
        TestGateway.start(
            """
            lanes: { main: { limit: 4, workers: 4 } }
            backends: { main: { inProcess: scripted } }
            routes:
              - { name: reads, methods: [GET], path: /*, kind: read, lane: main, backend: main,
                  timeout: 2s, fallback: { order: [cached] } }
            """)) {
      ScriptedBackend.does(_ -> Answer.json(200, "{\"id\":1}"));
      RawClient.get(gateway.port(), "/a");
      ScriptedBackend.does(
          _ -> {
            throw new IllegalStateException("as the test wants it");
          });
      var answer = RawClient.get(gateway.port(), "/a");
      assertThat(answer.body()).isEqualTo("{\"id\":1}");
      assertThat(answer.header("x-sluice-reason")).isEqualTo("backend-failed");
    }
  }

  @Test
  void fallbacks_areCountedByKindAndReason_andTold() throws Exception {
    try (var backend = backend();
        var gateway = gateway(backend, "{ order: [client-cache, cached] }")) {
      before(gateway, ok("book", "ETag: \"1\""));
      RawClient.get(gateway.port(), "/a", "If-None-Match: \"1\"");
      script = "";
      RawClient.get(gateway.port(), "/b", "If-None-Match: \"1\"");
      String metrics = RawClient.get(gateway.adminPort(), "/metrics").body();
      assertThat(metrics)
          .containsPattern(
              "sluice_fallbacks_total\\{[^}]*kind=\"cached\"[^}]*reason=\"upstream-status\"[^}]*} 1")
          .containsPattern("sluice_fallbacks_total\\{[^}]*kind=\"client-cache\"[^}]*} 1")
          .containsPattern("sluice_fallback_advice_total\\{[^}]*reason=\"upstream-reset\"[^}]*} 1")
          .containsPattern("sluice_failures_total\\{[^}]*reason=\"upstream-reset\"[^}]*} 1");
    }
  }
}
