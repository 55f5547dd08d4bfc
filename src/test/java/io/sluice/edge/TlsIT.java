package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.Gateway;
import io.sluice.TestGateway;
import io.sluice.edge.tls.TlsEngine;
import io.sluice.pem.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS at the front door. */
class TlsIT {
  @TempDir private static Path folder;

  private static TestCertificates.Pair first;
  private static TestCertificates.Pair second;
  private static TestCertificates.Pair third;
  private static RawServer backend;

  @BeforeAll
  static void make() throws Exception {
    first = TestCertificates.make(folder, "first", "first.example");
    second = TestCertificates.make(folder, "second", "*.second.example");
    third = TestCertificates.make(folder, "third", "third.example");
    backend =
        new RawServer(
            connection -> {
              for (String head = connection.readHead();
                  !head.isEmpty();
                  head = connection.readHead()) {
                String proto = head.contains("x-forwarded-proto: https") ? "https" : "http";
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s"
                        .formatted(proto.length(), proto));
              }
            });
  }

  @AfterAll
  static void stop() throws Exception {
    backend.close();
  }

  private static Gateway gateway(String tls) throws Exception {
    return gateway(tls, "maxConnections: 100");
  }

  private static Gateway gateway(String tls, String more) throws Exception {
    return TestGateway.start(
        "tls: { " + tls + " }, " + more,
        """
        lanes: { main: { limit: 4, waiters: 2 } }
        backends: { main: { endpoints: ["%s"] } }
        routes: [ { name: all, path: /*, lane: main, backend: main } ]
        """
            .formatted(backend.url()));
  }

  private static String pair(TestCertificates.Pair pair) {
    return "{ cert: '" + pair.cert() + "', key: '" + pair.key() + "' }";
  }

  private static String certificates(TestCertificates.Pair... pairs) {
    var list = new StringBuilder("certificates: [");
    for (TestCertificates.Pair pair : pairs) {
      list.append(list.indexOf("{") < 0 ? "" : ", ").append(pair(pair));
    }
    return list + "]";
  }

  @Test
  void theNativeLibrary_isUsedHere() {
    assertThat(TlsEngine.description()).containsIgnoringCase("BoringSSL");
  }

  @Test
  void alpn_choosesHttp2() throws Exception {
    try (var gateway = gateway(certificates(first));
        var socket = TlsClient.connect(gateway.port(), "first.example", null, "h2", "http/1.1")) {
      assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
      try (var client = new RawFrames(socket)) {
        var answer = client.answer(client.request("GET", "/", true));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("https");
        assertThat(client.answer(client.request("GET", "/%zz", true)).status()).isEqualTo(400);
      }
    }
  }

  @Test
  void withoutAlpn_http1IsSpoken_asStrictlyAsInTheClear() throws Exception {
    try (var gateway = gateway(certificates(first))) {
      try (var client = new RawClient(TlsClient.connect(gateway.port(), "", null))) {
        assertThat(client.send("GET", "/", "").answer().body()).isEqualTo("https");
        client.write(
            "POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(400);
        assertThat(client.isClosedByServer()).isTrue();
      }
      try (var socket = TlsClient.connect(gateway.port(), "", null, "http/1.1")) {
        assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
      }
    }
  }

  @Test
  void sni_picksTheCertificate_andTheFirstIsForEverybodyElse() throws Exception {
    try (var gateway = gateway(certificates(first, second))) {
      assertThat(shown(gateway, "first.example")).isEqualTo("CN=first");
      assertThat(shown(gateway, "www.second.example")).isEqualTo("CN=second");
      assertThat(shown(gateway, "stranger.example")).isEqualTo("CN=first");
      assertThat(shown(gateway, "")).isEqualTo("CN=first");
    }
  }

  private static String shown(Gateway gateway, String host) throws Exception {
    try (var socket = TlsClient.connect(gateway.port(), host, null, "h2")) {
      return TlsClient.shown(socket);
    }
  }

  @Test
  void mutualTls_takesWhoIsKnown_andRefusesStrangers() throws Exception {
    try (var gateway =
        gateway(certificates(first) + ", clientCa: '" + second.cert() + "', clientAuth: require")) {
      try (var client = new RawClient(TlsClient.connect(gateway.port(), "", second))) {
        assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
      }
      assertTurnedAway(gateway, third);
      assertTurnedAway(gateway, null);
    }
  }

  private static void assertTurnedAway(Gateway gateway, TestCertificates.@Nullable Pair stranger) {
    assertThatThrownBy(
            () -> {
              try (var client = new RawClient(TlsClient.connect(gateway.port(), "", stranger))) {
                // In TLS 1.3 a client learns of it with the first answer.
                if (client.send("GET", "/", "").answer().status() == 0) {
                  throw new IOException("closed");
                }
              }
            })
        .isInstanceOf(IOException.class);
  }

  @Test
  void request_ofACertificate_takesThoseWithoutOne() throws Exception {
    try (var gateway =
        gateway(certificates(first) + ", clientCa: '" + second.cert() + "', clientAuth: request")) {
      try (var client = new RawClient(TlsClient.connect(gateway.port(), "", null))) {
        assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
      }
      assertTurnedAway(gateway, third);
    }
  }

  @Test
  void connectionsThatNeverShakeHands_areCounted() throws Exception {
    try (var gateway = gateway(certificates(first), "headerTimeout: 30s, maxConnections: 2");
        var silent = new RawClient(gateway.port());
        var other = new RawClient(gateway.port())) {
      await().until(() -> gateway.state().connections() == 2);
      try (var third = new RawClient(gateway.port())) {
        assertThat(third.isClosedByServer()).isTrue();
      }
      silent.leave();
      other.leave();
      await().until(() -> gateway.state().connections() == 0);
      try (var client = new RawClient(TlsClient.connect(gateway.port(), "", null))) {
        assertThat(client.send("GET", "/", "").answer().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void oldProtocols_areNotSpoken() throws Exception {
    try (var gateway = gateway(certificates(first) + ", minVersion: TLSv1.3");
        var socket = TlsClient.connect(gateway.port(), "", null)) {
      assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.3");
    }
  }

  @Test
  void changedFiles_areUsedFromThenOn_andOpenConnectionsStay() throws Exception {
    Path here = Files.createDirectory(folder.resolve("renewed"));
    var used = TestCertificates.make(here, "old", "first.example");
    try (var gateway = gateway(certificates(used, second) + ", reloadEvery: 100ms");
        var socket = TlsClient.connect(gateway.port(), "first.example", null, "h2");
        var open = new RawFrames(socket)) {
      assertThat(TlsClient.shown(socket)).isEqualTo("CN=old");
      assertThat(open.answer(open.request("GET", "/", true)).status()).isEqualTo(200);

      third.replace(used);

      await().until(() -> shown(gateway, "third.example").equals("CN=third"));
      assertThat(open.answer(open.request("GET", "/", true)).status()).isEqualTo(200);
      assertThat(shown(gateway, "www.second.example")).isEqualTo("CN=second");
      assertThat(metrics(gateway)).contains("sluice_certificate_renewals_total 1.0");
    }
  }

  @Test
  void brokenNewFiles_changeNothing_andAreCountedOnce() throws Exception {
    Path here = Files.createDirectory(folder.resolve("broken"));
    var used = TestCertificates.make(here, "kept", "first.example");
    try (var gateway = gateway(certificates(used) + ", reloadEvery: 100ms")) {
      Files.copy(third.key(), used.key(), StandardCopyOption.REPLACE_EXISTING);

      await()
          .until(() -> metrics(gateway).contains("sluice_certificate_renewal_failures_total 1.0"));
      assertThat(shown(gateway, "first.example")).isEqualTo("CN=kept");

      third.replace(used);
      await().until(() -> shown(gateway, "third.example").equals("CN=third"));
      assertThat(metrics(gateway)).contains("sluice_certificate_renewal_failures_total 1.0");
    }
  }

  private static String metrics(Gateway gateway) throws IOException {
    return RawClient.get(gateway.adminPort(), "/metrics").body();
  }
}
