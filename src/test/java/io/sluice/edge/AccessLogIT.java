package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.StartFailure;
import io.sluice.TestGateway;
import io.sluice.spi.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way a request can end has its line. */
class AccessLogIT {
  private static final String PROXIED =
      """
      lanes: { main: { limit: 4, waiters: 8 } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: writes, path: /writes/*, methods: [POST], kind: write, lane: main, backend: main,
            weight: 2, timeout: 2s }
        - { name: ads, path: /ads/*, kind: read, tier: p2, lane: main, backend: main, timeout: 2s }
        - { name: all, path: /all/*, kind: read, lane: main, backend: main, timeout: 2s }
      """;
  private static final String WORKERS =
      """
      lanes: { main: { limit: 4, waiters: 8, workers: 2, backlog: 2 } }
      backends: { main: { inProcess: scripted } }
      routes:
        - { name: all, path: /*, kind: read, tier: %s, lane: main, backend: main, timeout: 5s%s }
      """;
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

  @TempDir private Path folder;
  private Path file = Path.of("");

  @BeforeEach
  void placeTheFile() {
    file = folder.resolve("access.log");
  }

  private LoggedGateway proxied(RawServer backend, String keys) throws Exception {
    return new LoggedGateway(file, keys, "maxDeadline: 30s", PROXIED.formatted(backend.url()));
  }

  private static RawServer answering(String response) throws IOException {
    return new RawServer(
        connection -> {
          for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
            int length =
                head.toLowerCase(java.util.Locale.ROOT).contains("content-length: 5") ? 5 : 0;
            connection.read(length);
            connection.write(response);
          }
        });
  }

  /** Reads one request, says this, and closes. */
  private static RawServer sayingOnce(String response) throws IOException {
    return new RawServer(
        connection -> {
          if (!connection.readHead().isEmpty()) {
            connection.write(response);
            connection.close();
          }
        });
  }

  private static RawServer silent() throws IOException {
    return new RawServer(RawServer.Connection::awaitClose);
  }

  private static String text(JsonNode line, String field) {
    return line.path(field).asText("");
  }

  @Test
  void proxiedRequest_isTold_withAllItsParts() throws Exception {
    Instant before = Instant.now().minusMillis(100);
    try (var backend = answering(OK);
        var logged = proxied(backend, "redact: []")) {
      try (var client = new RawClient(logged.port())) {
        client.send(
            "POST",
            "/writes/1?x=1",
            "hello",
            "User-Agent: test",
            "Authorization: Bearer s3cr3t",
            "Cookie: s3cr3t",
            "x-request-timeout-ms: 1000");
        assertThat(client.answer().status()).isEqualTo(200);
      }
      JsonNode line = logged.line();

      assertThat(Instant.parse(text(line, "time"))).isBetween(before, Instant.now());
      assertThat(text(line, "time")).matches(".*\\.\\d{6}Z");
      assertThat(text(line, "client")).isEqualTo("127.0.0.1");
      assertThat(text(line, "method")).isEqualTo("POST");
      assertThat(text(line, "path")).isEqualTo("/writes/1?x=1");
      assertThat(text(line, "protocol")).isEqualTo("HTTP/1.1");
      assertThat(line.path("status").asInt()).isEqualTo(200);
      assertThat(text(line, "route")).isEqualTo("writes");
      assertThat(text(line, "tier")).isEqualTo("p0");
      assertThat(text(line, "lane")).isEqualTo("main");
      assertThat(text(line, "backend")).isEqualTo("main");
      assertThat(text(line, "endpoint")).isEqualTo("127.0.0.1:" + backend.port());
      assertThat(line.path("weight").asInt()).isEqualTo(2);
      assertThat(line.path("attempts").asInt()).isOne();
      assertThat(line.path("bytesIn").asInt()).isEqualTo(5);
      assertThat(line.path("bytesOut").asInt()).isEqualTo(2);
      assertThat(line.path("deadlineMs").asDouble()).isEqualTo(900.0);
      assertThat(line.path("deadlineLeftMs").asDouble()).isBetween(0.001, 899.999);
      double upstream = line.path("upstreamMs").asDouble();
      assertThat(line.path("headMs").asDouble()).isPositive().isLessThanOrEqualTo(upstream);
      assertThat(upstream + line.path("queueMs").asDouble())
          .isLessThanOrEqualTo(line.path("totalMs").asDouble() + 0.002);
      assertThat(text(line, "userAgent")).isEqualTo("test");
      assertThat(line.has("reason")).isFalse();
      assertThat(line.has("flags")).isFalse();
      assertThat(Files.readString(file)).doesNotContain("s3cr3t");
    }
  }

  @Test
  void query_isRedacted_unlessItIsWanted() throws Exception {
    try (var backend = answering(OK);
        var logged = proxied(backend, "")) {
      RawClient.get(logged.port(), "/all/1?token=s3cr3t", "Referer: http://x/?token=s3cr3t");

      assertThat(text(logged.line(), "path")).isEqualTo("/all/1?***");
      assertThat(Files.readString(file)).doesNotContain("s3cr3t");
    }
  }

  @Test
  void combinedFormat_isWritten_whereItIsWanted() throws Exception {
    try (var backend = answering(OK);
        var logged = proxied(backend, "format: combined")) {
      RawClient.get(logged.port(), "/all/1", "User-Agent: a\"b");
      await().until(() -> Files.size(file) > 0);

      assertThat(Files.readString(file))
          .matches(
              "127\\.0\\.0\\.1 - - \\[[^]]+ \\+0000] \"GET /all/1 HTTP/1\\.1\" 200 2 \"-\""
                  + " \"a\\\\x22b\"\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', 200, upstream-truncated, UC, 4",
    "'', 502, upstream-reset, UC, -1",
    "'no http at all\r\n\r\n', 502, upstream-invalid, UPE, -1",
  })
  void backendThatFails_isTold(String says, int status, String reason, String flag, int bytesOut)
      throws Exception {
    try (var backend = sayingOnce(says);
        var logged = proxied(backend, "")) {
      RawClient.get(logged.port(), "/all/1");
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(status);
      assertThat(text(line, "reason")).isEqualTo(reason);
      assertThat(text(line, "gate")).isEqualTo("call");
      assertThat(text(line, "flags")).isEqualTo(flag);
      assertThat(text(line, "endpoint")).isEqualTo("127.0.0.1:" + backend.port());
      assertThat(line.path("attempts").asInt()).isOne();
      if (bytesOut >= 0) {
        assertThat(line.path("bytesOut").asInt()).isEqualTo(bytesOut);
      }
    }
  }

  @Test
  void connectFailure_isTold() throws Exception {
    RawServer gone = silent();
    gone.close();
    try (var logged = proxied(gone, "")) {
      RawClient.get(logged.port(), "/all/1");

      assertThat(text(logged.line(), "flags")).isEqualTo("UF");
      assertThat(logged.line().path("status").asInt()).isEqualTo(502);
      assertThat(logged.line().has("headMs")).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /all/1, 150, 504, upstream-timeout, call, UT",
    "POST, /writes/1, 150, 504, outcome-unknown, call, UT",
    "GET, /all/1, 0, 504, deadline-past, deadline, DT",
  })
  void timeThatIsUp_isTold(
      String method, String path, int time, int status, String reason, String gate, String flag)
      throws Exception {
    try (var backend = silent();
        var logged = proxied(backend, "");
        var client = new RawClient(logged.port())) {
      client.send(method, path, "", "x-request-timeout-ms: " + time).answer();
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(status);
      assertThat(text(line, "reason")).isEqualTo(reason);
      assertThat(text(line, "gate")).isEqualTo(gate);
      assertThat(text(line, "flags")).isEqualTo(flag);
      assertThat(line.path("deadlineLeftMs").asDouble()).isNotPositive();
    }
  }

  @Test
  void clientThatLeaves_beforeItsAnswer_isToldAs499() throws Exception {
    var asked = new CountDownLatch(1);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  asked.countDown();
                  connection.awaitClose();
                });
        var logged = proxied(backend, "")) {
      try (var client = new RawClient(logged.port())) {
        client.send("GET", "/all/1", "");
        asked.await();
      }
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(499);
      assertThat(text(line, "reason")).isEqualTo("client-gone");
      assertThat(text(line, "flags")).isEqualTo("DC");
      assertThat(line.has("gate")).isFalse();
    }
  }

  @Test
  void clientThatLeaves_withinItsAnswer_isToldWithTheStatusItSaw() throws Exception {
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                  connection.awaitClose();
                });
        var logged = proxied(backend, "")) {
      try (var client = new RawClient(logged.port())) {
        client.write("GET /all/1 HTTP/1.1\r\nHost: test\r\n\r\n");
        assertThat(client.isClosedByServer()).isFalse(); // the first byte is here
      }
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(200);
      assertThat(text(line, "flags")).isEqualTo("DC");
      assertThat(line.path("bytesOut").asInt()).isEqualTo(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'nonsense\r\n\r\n', 400, bad-request, hygiene, DPE, ''",
    "'GET /all/1 HTTP/1.1\r\n\r\n', 400, bad-request, hygiene, DPE, /all/1",
    "'GET /all/1 HTTP/1.1\r\nHost: test\r\nX: {long}\r\n\r\n', 431, headers-too-large, hygiene, DPE, /all/1",
    "'GET /{long} HTTP/1.1\r\nHost: test\r\n\r\n', 414, uri-too-long, hygiene, DPE, ''",
    "'GET /all/1 HTTP/1.1\r\n', 408, head-timeout, hygiene, DT, ''",
    "'POST /all/1 HTTP/1.1\r\nHost: test\r\nContent-Length: 99999\r\n\r\n', 413, body-too-large, hygiene, '', /all/1",
    "'GET /none HTTP/1.1\r\nHost: test\r\n\r\n', 404, no-route, route, NR, /none",
    "'GET /writes/1 HTTP/1.1\r\nHost: test\r\n\r\n', 405, method-not-allowed, route, NR, /writes/1",
    "'TRACE / HTTP/1.1\r\nHost: test\r\n\r\n', 405, method-not-allowed, route, NR, /",
    "'GET /bad-request HTTP/1.1\r\nHost: test\r\n\r\n', 404, no-route, route, NR, /bad-request",
    "'GET /bad-request HTTP/1.0\r\nHost: a b\r\n\r\n', 400, bad-request, hygiene, DPE, /bad-request",
    "'POST /none HTTP/1.1\r\nHost: test\r\nContent-Type: application/grpc\r\n\r\n', 200, no-route, route, NR, /none",
  })
  void requestThatNeverHasARoute_isTold(
      String sent, int status, String reason, String gate, String flag, String path)
      throws Exception {
    try (var backend = silent();
        var logged =
            new LoggedGateway(
                file,
                "",
                "headerTimeout: 300ms, maxHeaders: 1KiB, maxRequestLine: 512, maxBody: 1KiB",
                PROXIED.formatted(backend.url()));
        var client = new RawClient(logged.port())) {
      client.write(sent.replace("{long}", "a".repeat(1500)));
      assertThat(client.answer().status()).isEqualTo(status);
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(status);
      assertThat(text(line, "reason")).isEqualTo(reason);
      assertThat(text(line, "gate")).isEqualTo(gate);
      assertThat(text(line, "flags")).isEqualTo(flag);
      assertThat(text(line, "path")).isEqualTo(path);
      assertThat(text(line, "client")).isEqualTo("127.0.0.1");
      assertThat(line.has("route")).isFalse();
      assertThat(line.path("bytesOut").asInt() > 0).isEqualTo(status != 200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    ":path: /all/%zz?a=b, 400, GET, /all/%zz?***",
    ":scheme: ftp, 400, GET, /all/1",
    ":method: TRACE, 405, TRACE, /all/1",
    ":method: GE T, 400, GE T, /all/1",
    ":authority: a b, 400, GET, /all/1",
  })
  void flawedHttp2Request_isToldAsItCame(String field, int status, String method, String path)
      throws Exception {
    try (var backend = silent();
        var logged = proxied(backend, "");
        var client = new RawFrames(logged.port())) {
      var fields = new ArrayList<String>();
      String name = field.substring(0, field.indexOf(':', 1));
      for (String good :
          List.of(":method: GET", ":scheme: http", ":path: /all/1", ":authority: test")) {
        fields.add(good.startsWith(name) ? field : good);
      }
      assertThat(client.answer(client.head(true, fields.toArray(String[]::new))).status())
          .isEqualTo(status);
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(status);
      assertThat(text(line, "method")).isEqualTo(method);
      assertThat(text(line, "path")).isEqualTo(path);
      assertThat(text(line, "protocol")).isEqualTo("HTTP/2");
    }
  }

  @Test
  void clientThatLeaves_withinItsHead_isTold() throws Exception {
    try (var backend = silent();
        var logged = proxied(backend, "")) {
      try (var client = new RawClient(logged.port())) {
        client.write("GET /all/1 HTTP/1.1\r\nHos");
      }
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(400);
      assertThat(text(line, "reason")).isEqualTo("bad-request");
      assertThat(line.path("bytesOut").asInt()).isZero();
    }
  }

  @Test
  void bodyThatIsGarbled_isToldAsSuch_andNotAsAClientThatLeft() throws Exception {
    try (var backend = silent();
        var logged = proxied(backend, "");
        var client = new RawClient(logged.port())) {
      client.write(
          "POST /writes/1 HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(400);
      assertThat(text(line, "reason")).isEqualTo("bad-request");
      assertThat(text(line, "route")).isEqualTo("writes");
    }
  }

  @Test
  void inProcessRequest_isTold_withoutAnEndpoint() throws Exception {
    ScriptedBackend.does(_ -> Answer.json(201, "{}"));
    try (var logged =
        new LoggedGateway(file, "", "maxDeadline: 30s", WORKERS.formatted("p0", ""))) {
      RawClient.get(logged.port(), "/1");
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(201);
      assertThat(line.path("attempts").asInt()).isOne();
      assertThat(line.path("bytesOut").asInt()).isEqualTo(2);
      assertThat(line.has("endpoint")).isFalse();
    }
  }

  @Test
  void telemetry_isTold() throws Exception {
    ScriptedBackend.does(_ -> Answer.json(200, "{}"));
    try (var logged =
        new LoggedGateway(
            file,
            "",
            "maxDeadline: 30s",
            WORKERS.formatted("p2", ", overflow: discard").replace("waiters: 8", "waiters: 0"))) {
      try (var client = new RawClient(logged.port())) {
        assertThat(client.send("POST", "/1", "hello").answer().status()).isEqualTo(202);
      }
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(202);
      assertThat(text(line, "route")).isEqualTo("all");
      assertThat(line.path("bytesIn").asInt()).isEqualTo(5);
    }
  }

  @Test
  void storm_hasFewLines_thatStandForAllItsRefusals() throws Exception {
    var held = new CountDownLatch(4);
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  held.countDown();
                  connection.awaitClose();
                });
        var logged = proxied(backend, "shedsPerSecond: 10");
        var one = new RawClient(logged.port());
        var two = new RawClient(logged.port());
        var three = new RawClient(logged.port());
        var four = new RawClient(logged.port());
        var refused = new RawClient(logged.port())) {
      for (RawClient client : new RawClient[] {one, two, three, four}) {
        client.send("GET", "/all/1", "", "x-request-timeout-ms: 20000");
      }
      int sheds = 500;
      for (int i = 0; i < sheds; i++) {
        assertThat(refused.send("GET", "/ads/1", "").answer().status()).isEqualTo(429);
      }
      logged.gateway.close();

      int stoodFor = 0;
      int lines = 0;
      for (JsonNode line : logged.lines()) {
        if (text(line, "route").equals("ads")) {
          assertThat(text(line, "tier")).isEqualTo("p2");
          stoodFor += line.path("represents").asInt(1);
          lines += line.has("event") ? 0 : 1;
        }
      }
      assertThat(stoodFor).isEqualTo(sheds);
      assertThat(lines).isPositive().isLessThan(sheds);
    }
  }

  @Test
  void streamsThatADrainEnds_areNoRefusals_andAllHaveALine() throws Exception {
    int streams = 3;
    try (var backend =
            new RawServer(
                connection -> {
                  connection.readHead();
                  connection.write(
                      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                          + "Transfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n");
                  connection.awaitClose();
                });
        var logged = proxied(backend, "shedsPerSecond: 0");
        var one = new RawClient(logged.port());
        var two = new RawClient(logged.port());
        var three = new RawClient(logged.port())) {
      for (RawClient client : List.of(one, two, three)) {
        client.send("GET", "/all/1", "");
        assertThat(client.line()).isEqualTo("HTTP/1.1 200 OK");
      }
      logged.gateway.drain();
      await().until(() -> logged.lines().size() == streams);

      for (JsonNode line : logged.lines()) {
        assertThat(line.has("event")).isFalse();
        assertThat(line.path("status").asInt()).isEqualTo(200);
        assertThat(text(line, "reason")).isEqualTo("draining");
      }
    }
  }

  @Test
  void webSocket_isToldWithTheBytesOfItsTunnel() throws Exception {
    try (var rig = new WsRig("max: 10");
        var logged =
            new LoggedGateway(
                file, "", "maxDeadline: 30s", WsRig.config(rig.backend.url(), "max: 10"));
        var client = new RawClient(logged.port())) {
      String key = "Sec-WebSocket-Key: " + WsRig.KEY;
      client.send(
          "GET",
          "/",
          "",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          key);
      assertThat(client.answer().status()).isEqualTo(101);
      String hello = WsFrame.client(WsFrame.TEXT, "hello");
      String close = WsFrame.client(WsFrame.CLOSE, WsFrame.closing(1000, ""));
      client.write(hello);
      int echoed = WsFrame.read(client::read).text().length() + 2;
      client.write(close);
      int closing = WsFrame.read(client::read).text().length() + 2;
      JsonNode line = logged.line();

      assertThat(line.path("status").asInt()).isEqualTo(101);
      assertThat(line.path("bytesIn").asInt()).isEqualTo(hello.length() + close.length());
      assertThat(line.path("bytesOut").asInt()).isEqualTo(echoed + closing);
    }
  }

  @Test
  void reopen_goesOnInANewFile_withoutLosingALine() throws Exception {
    try (var backend = answering(OK);
        var logged = proxied(backend, "");
        var client = new RawClient(logged.port())) {
      client.send("GET", "/all/1", "").answer();
      logged.line(); // else it may still be on its way to the log when the file is moved
      Path old = Files.move(file, folder.resolve("access.log.1"));
      logged.gateway.reopenAccessLog();
      await().until(() -> Files.exists(file));
      client.send("GET", "/all/2", "").answer();

      assertThat(text(logged.line(), "path")).isEqualTo("/all/2");
      assertThat(Files.readString(old)).contains("\"path\":\"/all/1\"");
    }
  }

  @Test
  void lines_areCounted() throws Exception {
    try (var backend = answering(OK);
        var logged = proxied(backend, "")) {
      RawClient.get(logged.port(), "/all/1");
      logged.line();
      await()
          .untilAsserted(
              () ->
                  assertThat(RawClient.get(logged.gateway.adminPort(), "/metrics").body())
                      .contains("sluice_access_log_written_total 1.0")
                      .contains("sluice_access_log_dropped_total{kind=\"full\"} 0.0")
                      .contains("sluice_access_log_dropped_total{kind=\"unwritable\"} 0.0")
                      .contains("sluice_access_log_left_out_total 0.0"));
    }
  }

  @Test
  void start_fails_withOneClearLine_whereTheFileCannotBeWritten() {
    Path nowhere = folder.resolve("none").resolve("access.log");
    assertThatThrownBy(
            () ->
                TestGateway.start(
                    "accessLog: { file: \"" + nowhere + "\" }\n" + WORKERS.formatted("p0", "")))
        .isInstanceOf(StartFailure.class)
        .hasMessage("accessLog.file: " + nowhere + " cannot be written: its folder does not exist");
  }
}
