package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.pem.TestCertificates;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends that speak HTTP/2, or TLS, or both. */
class UpstreamHttp2IT {
  @TempDir private static Path folder;

  private static TestCertificates.Pair own;
  private static TestCertificates.Pair other;

  private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
  private final List<Long> resets = new CopyOnWriteArrayList<>();
  private Vertx vertx;

  @BeforeAll
  static void make() throws Exception {
    own = TestCertificates.make(folder, "own", "backend.example");
    other = TestCertificates.make(folder, "other", "other.example");
  }

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private int backend(HttpServerOptions options) {
    HttpServer server =
        vertx
            .createHttpServer(options.setHost("127.0.0.1").setPort(0))
            .connectionHandler(connections::add)
            .requestHandler(this::handle);
    return server.listen().toCompletionStage().toCompletableFuture().join().actualPort();
  }

  private static HttpServerOptions secured() {
    return new HttpServerOptions()
        .setSsl(true)
        .setUseAlpn(true)
        .setKeyCertOptions(
            new PemKeyCertOptions()
                .addCertPath(own.cert().toString())
                .addKeyPath(own.key().toString()));
  }

  private void handle(HttpServerRequest request) {
    requests.add(request);
    request.response().exceptionHandler(_ -> {});
    request.exceptionHandler(
        cause -> {
          if (cause instanceof StreamResetException reset) {
            resets.add(reset.getCode());
          }
        });
    switch (request.path()) {
      case "/silent", "/silent-for-ever" -> {}
      case "/refused" -> request.response().reset(7);
      case "/broken" -> request.response().reset(2);
      case "/leaving" -> request.connection().goAway(0, 0);
      case "/half" -> {
        request.response().setChunked(true).write("half");
        vertx.setTimer(50, _ -> request.response().reset(2));
      }
      case "/trailers" ->
          request
              .response()
              .setChunked(true)
              .putTrailer("grpc-status", "0")
              .putTrailer("x-sum", "1")
              .end("body");
      default ->
          request
              .body()
              .onSuccess(
                  body ->
                      request
                          .response()
                          .end(request.version() + " " + request.authority() + " " + body));
    }
  }

  private static Gateway gateway(String backend) throws Exception {
    return TestGateway.start(
        """
        lanes: { main: { limit: 8, waiters: 0 } }
        backends: { main: { %s } }
        routes:
          - { name: hurried, path: /silent, tier: p0, lane: main, backend: main, timeout: 1500ms }
          - { name: all, path: /*, tier: p0, lane: main, backend: main, timeout: 10s }
        """
            .formatted(backend));
  }

  private static String clear(int port) {
    return "endpoints: ['http://127.0.0.1:" + port + "'], protocol: h2, connectTimeout: 1400ms";
  }

  private static String secure(int port, String more) {
    return "endpoints: ['https://127.0.0.1:" + port + "'], connectTimeout: 1400ms, " + more;
  }

  @Test
  void http2_inTheClear_fromBothKindsOfClients() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port));
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/", "abc", "Host: ignored").answer();
      assertThat(answer.status()).isEqualTo(400); // two hosts
    }
    try (var gateway = gateway(clear(port));
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/", "abc", "Connection: X-Hop", "X-Hop: 1").answer();

      assertThat(answer.body()).isEqualTo("HTTP_2 test abc");
      assertThat(answer.header("via")).isEqualTo("2.0 sluice");
      assertThat(requests.getLast().headers().contains("x-hop")).isFalse();
      assertThat(requests.getLast().headers().contains("host")).isFalse();
      assertThat(RawFrames.get(gateway.port(), "/").body()).isEqualTo("HTTP_2 test.example ");
    }
  }

  @Test
  void streams_shareConnections_asTheBackendAllows_andThePoolHoldsTheLane() throws Exception {
    int port =
        backend(
            new HttpServerOptions()
                .setInitialSettings(new Http2Settings().setMaxConcurrentStreams(2)));
    try (var gateway = gateway(clear(port));
        var client = new RawFrames(gateway.port())) {
      for (int round = 0; round < 20; round++) {
        var streams = new ArrayList<Integer>();
        for (int i = 0; i < 8; i++) {
          streams.add(client.request("GET", "/", true));
        }
        for (int stream : streams) {
          assertThat(client.answer(stream).status()).isEqualTo(200);
        }
      }
      assertThat(connections).hasSizeLessThanOrEqualTo(8);
    }
  }

  @Test
  void deadline_resetsTheStream_andTheConnectionStays() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      assertThat(RawClient.get(gateway.port(), "/silent").status()).isEqualTo(504);
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);

      assertThat(connections).hasSize(1);
      assertIdle(gateway);
    }
  }

  @Test
  void clientThatResets_hasItsCallReset() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port));
        var client = new RawFrames(gateway.port())) {
      int stream = client.request("POST", "/silent", false);
      await().until(() -> requests.size() == 1);

      client.reset(stream, 8);

      await().until(() -> resets.contains(8L));
      assertIdle(gateway);
    }
  }

  @Test
  void refusedStream_isSaidToBeUnprocessed() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port))) {
      assertReason(gateway, "/refused", "upstream-refused");
      assertReason(gateway, "/broken", "upstream-reset");
      assertIdle(gateway);
    }
  }

  @Test
  void goAwayBeforeTheStream_isSaidToBeUnprocessed_andTheNextConnects() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port))) {
      assertReason(gateway, "/leaving", "upstream-refused");
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      assertIdle(gateway);
    }
  }

  /** Reads a request, and then says something that no HTTP/2 connection survives. */
  private static RawServer babbling() throws Exception {
    return new RawServer(
        connection -> {
          connection.write("\0\0\0\4\0\0\0\0\0\0\0\0\4\1\0\0\0\0"); // SETTINGS, and an ACK
          connection.read(24); // the preface
          for (int type = -1; type != 1; ) {
            byte[] head = connection.read(9);
            if (head.length < 9) {
              return;
            }
            type = head[3];
            connection.read((head[1] & 0xff) << 8 | (head[2] & 0xff));
          }
          connection.write("\0\0\0\0\0\0\0\0\0"); // DATA of no stream
          connection.awaitClose();
        });
  }

  @Test
  void connectionThatWeGiveUp_doesNotMeanThatNothingWasDone() throws Exception {
    try (var backend = babbling();
        var gateway = gateway(clear(backend.port()))) {
      assertReason(gateway, "/", "upstream-invalid");
    }
  }

  @Test
  void whatIsInFlightAtAForcedEnd_isNotSaidToBeUnprocessed() throws Exception {
    int port = backend(new HttpServerOptions());
    var gateway = gateway(clear(port));
    try (var client = new RawClient(gateway.port())) {
      client.send("POST", "/silent-for-ever", "work");
      await().until(() -> !requests.isEmpty());
      gateway.close();

      var answer = client.answer();
      assertThat(answer.headers().get("x-sluice-reason")).isNotEqualTo("upstream-refused");
    }
  }

  private static void assertReason(Gateway gateway, String path, String reason) throws Exception {
    var answer = RawClient.get(gateway.port(), path);
    assertThat(answer.status()).isEqualTo(502);
    assertThat(answer.header("x-sluice-reason")).isEqualTo(reason);
  }

  @Test
  void streamThatBreaks_onAConnectionThatHasServedBefore_isNoOldConnection() throws Exception {
    try (var gateway = gateway(clear(backend(new HttpServerOptions())))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
      assertReason(gateway, "/broken", "upstream-reset");
      assertThat(requests).filteredOn(each -> each.path().equals("/broken")).hasSize(1);
    }
  }

  @Test
  void bodyThatEndsEarly_doesNotLookComplete() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port))) {
      assertThat(RawClient.get(gateway.port(), "/half").complete()).isFalse();
      assertThat(RawFrames.get(gateway.port(), "/half").reset()).isEqualTo(2);
      assertIdle(gateway);
    }
  }

  @Test
  void trailers_reachClientsThatCanTakeThem() throws Exception {
    int port = backend(new HttpServerOptions());
    try (var gateway = gateway(clear(port))) {
      var answer = RawFrames.get(gateway.port(), "/trailers");
      assertThat(answer.body()).isEqualTo("body");
      assertThat(answer.trailers()).containsEntry("grpc-status", "0").containsEntry("x-sum", "1");
      assertThat(requests.getLast().getHeader("te")).isEqualTo("trailers");

      assertThat(RawClient.get(gateway.port(), "/trailers").body()).isEqualTo("body");
    }
  }

  @Test
  void https_isVerified_againstItsAuthority() throws Exception {
    int port = backend(secured());
    try (var gateway = gateway(secure(port, "tls: { ca: '" + own.cert() + "' }"))) {
      assertThat(RawClient.get(gateway.port(), "/").body()).isEqualTo("HTTP_1_1 test ");
    }
    try (var gateway = gateway(secure(port, "tls: { ca: '" + other.cert() + "' }"))) {
      assertReason(gateway, "/", "connect-failed");
      assertIdle(gateway);
    }
  }

  @Test
  void https_isVerified_againstTheNameAskedFor() throws Exception {
    int port = backend(secured());
    String ca = "ca: '" + own.cert() + "'";
    try (var gateway = gateway(secure(port, "tls: { " + ca + ", serverName: backend.example }"))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
    }
    try (var gateway =
        gateway(secure(port, "tls: { " + ca + ", serverName: elsewhere.example }"))) {
      assertReason(gateway, "/", "connect-failed");
    }
    try (var gateway =
        gateway(
            secure(
                port, "tls: { " + ca + ", serverName: elsewhere.example, verifyHost: false }"))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
    }
  }

  @Test
  void http2_overTls_isAgreedOn_orNot() throws Exception {
    int port = backend(secured());
    String tls = "protocol: h2, tls: { ca: '" + own.cert() + "' }";
    try (var gateway = gateway(secure(port, tls))) {
      assertThat(RawClient.get(gateway.port(), "/").body()).isEqualTo("HTTP_2 test ");
    }
    int old = backend(secured().setUseAlpn(false));
    try (var gateway = gateway(secure(old, tls))) {
      assertThat(RawClient.get(gateway.port(), "/").body()).isEqualTo("HTTP_1_1 test ");
    }
  }

  @Test
  void backendThatWantsACertificate_isShownOurs() throws Exception {
    int port =
        backend(
            secured()
                .setClientAuth(ClientAuth.REQUIRED)
                .setTrustOptions(new PemTrustOptions().addCertPath(other.cert().toString())));
    String ca = "ca: '" + own.cert() + "'";
    try (var gateway =
        gateway(
            secure(
                port,
                "tls: { %s, cert: '%s', key: '%s' }".formatted(ca, other.cert(), other.key())))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
    }
    try (var gateway = gateway(secure(port, "tls: { " + ca + " }"))) {
      assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(502);
      assertIdle(gateway);
    }
  }

  @Test
  void backendThatAcceptsAndSaysNothing_isGivenUp_withItsPermit() throws Exception {
    try (var silent = new RawServer(RawServer.Connection::awaitClose);
        var gateway = gateway(secure(silent.port(), "protocol: h2"))) {
      assertReason(gateway, "/", "connect-failed");
      assertIdle(gateway);
    }
    try (var silent = new RawServer(RawServer.Connection::awaitClose);
        var gateway = gateway(clear(silent.port()))) {
      assertReason(gateway, "/", "connect-failed");
      assertIdle(gateway);
    }
  }

  @Test
  void largeBodies_passBothWays_underFlowControl() throws Exception {
    int port = backend(new HttpServerOptions());
    String large = "x".repeat(300_000);
    try (var gateway = gateway(clear(port));
        var client = new RawClient(gateway.port())) {
      var answer = client.send("POST", "/", large).answer();
      assertThat(answer.body()).isEqualTo("HTTP_2 test " + large);
      assertThat(Buffer.buffer(answer.body()).length()).isGreaterThan(300_000);
    }
  }

  private static void assertIdle(Gateway gateway) {
    await()
        .until(
            () ->
                RawClient.get(gateway.adminPort(), "/metrics")
                    .body()
                    .contains("sluice_lane_in_flight{lane=\"main\",tier=\"p0\"} 0"));
  }
}
