package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.edge.BackendOptions.Protocol;
import io.sluice.pem.TestCertificates;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of TLS that could not work. */
class TlsRulesTest {
  @TempDir private static Path files;

  private static TestCertificates.Pair one;
  private static TestCertificates.Pair two;

  @TempDir private Path folder;

  @BeforeAll
  static void make() throws Exception {
    one = TestCertificates.make(files, "one", "one.example");
    two = TestCertificates.make(files, "two", "two.example");
  }

  private void assertRefused(String yaml, String... messages) {
    assertThat(Sample.of(folder, yaml).faults()).containsExactly(messages);
  }

  private static String server(Path cert, Path key, String more) {
    return "server: { tls: { certificates: [{ cert: '%s', key: '%s' }]%s } }\n%s"
        .formatted(cert, key, more, Sample.REST);
  }

  private static String backend(String keys) {
    return Sample.REST.replace("endpoints: [\"http://127.0.0.1:8081\"]", keys);
  }

  @Test
  void certificatesThatFit_areTaken() {
    String client = ", clientCa: '" + two.cert() + "', clientAuth: require";
    var tls = Sample.of(folder, server(one.cert(), one.key(), client)).options().server().tls();

    assertThat(tls.isOn()).isTrue();
    assertThat(tls.certificates()).hasSize(1);
  }

  @Test
  void aFileThatIsNotThere_isNamedWithItsPlace() {
    Path missing = files.resolve("missing.key");
    assertRefused(
        server(one.cert(), missing, ""),
        "c.yaml:1:33: server.tls.certificates[0]: " + missing + " does not exist");
  }

  @Test
  void aKeyThatDoesNotFit_isNamedWithItsCertificate() {
    assertRefused(
        server(one.cert(), two.key(), ""),
        "c.yaml:1:33: server.tls.certificates[0]: %s is not the key of the certificate in %s"
            .formatted(two.key(), one.cert()));
  }

  @Test
  void tlsWithoutCertificates_isRefused() {
    assertRefused(
        "server: { tls: { clientAuth: require } }\n" + Sample.REST,
        "c.yaml:1:11: server.tls: no certificates (expected: at least one)");
  }

  @Test
  void clientAuthAndItsAuthority_needEachOther() {
    assertThat(Sample.of(folder, server(one.cert(), one.key(), ", clientAuth: require")).faults())
        .singleElement()
        .asString()
        .endsWith("clientAuth: require (expected: none, as there is no clientCa)");
    assertThat(
            Sample.of(folder, server(one.cert(), one.key(), ", clientCa: '" + two.cert() + "'"))
                .faults())
        .singleElement()
        .asString()
        .endsWith("clientAuth: none (expected: request or require, as there is a clientCa)");
  }

  @Test
  void anOldProtocol_isRefused() {
    assertThat(Sample.of(folder, server(one.cert(), one.key(), ", minVersion: TLSv1.1")).faults())
        .singleElement()
        .asString()
        .endsWith("server.tls.minVersion: TLSv1.1 (expected: TLSv1.2 or TLSv1.3)");
  }

  @Test
  void http2_isBounded() {
    assertRefused(
        "server: { http2: { maxConcurrentStreams: 0 } }\n" + Sample.REST,
        "c.yaml:1:42: server.http2.maxConcurrentStreams: 0 (expected: 1..10000)");
  }

  @Test
  void backendOverTls_isTaken() {
    var options =
        Sample.of(
                folder,
                backend(
                    "endpoints: ['https://a', 'https://b:444'], protocol: h2, tls: { ca: '%s' }"
                        .formatted(one.cert())))
            .options()
            .backend("app");

    assertThat(options.isSecure()).isTrue();
    assertThat(options.protocol()).isEqualTo(Protocol.H2);
    assertThat(options.tls().verifyHost()).isTrue();
    assertThat(options.pool()).isEqualTo(24);
  }

  @Test
  void endpointsOfBothKinds_areRefused() {
    assertThat(Sample.of(folder, backend("endpoints: ['http://a', 'https://b']")).faults())
        .singleElement()
        .asString()
        .endsWith("backends.app.endpoints: both http and https (expected: one of the two)");
  }

  @Test
  void tlsForEndpointsInTheClear_isRefused() {
    assertThat(
            Sample.of(folder, backend("endpoints: ['http://a'], tls: { verifyHost: false }"))
                .faults())
        .singleElement()
        .asString()
        .endsWith("backends.app.tls: no endpoint is https (expected: https endpoints)");
  }

  @Test
  void aBackendsCertificateWithoutKey_isRefused() {
    assertThat(
            Sample.of(
                    folder,
                    backend("endpoints: ['https://a'], tls: { cert: '%s' }".formatted(one.cert())))
                .faults())
        .singleElement()
        .asString()
        .endsWith("backends.app.tls: a cert without key (expected: both or neither)");
  }

  @Test
  void aBackendsAuthority_mustHoldACertificate() {
    assertThat(
            Sample.of(
                    folder,
                    backend("endpoints: ['https://a'], tls: { ca: '%s' }".formatted(one.key())))
                .faults())
        .singleElement()
        .asString()
        .endsWith("backends.app.tls.ca: " + one.key() + " holds no certificate");
  }

  @Test
  void aProtocolForInProcessWork_isRefused() {
    assertThat(Sample.of(folder, backend("inProcess: library, protocol: h2")).faults())
        .anyMatch(it -> it.endsWith("backends.app.protocol: an inProcess backend has none"));
  }
}
