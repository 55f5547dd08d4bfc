package io.sluice.config;

import io.sluice.edge.BackendOptions;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.edge.tls.CertificateOptions;
import io.sluice.edge.tls.ServerTlsOptions;
import io.sluice.pem.PemFault;
import io.sluice.pem.PemPair;
import io.sluice.pem.PemTrust;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Certificates can be read and fit their keys, and no key of TLS stands where there is none. */
final class TlsRules {
  private static final String SERVER = "server.tls";

  private final Review review;

  private TlsRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new TlsRules(review);
    rules.server(review.options().server().tls());
    review.options().backends().forEach(rules::backend);
  }

  private interface Reading {
    void read() throws PemFault;
  }

  private void readable(String path, Reading reading, String... alsoLookedAt) {
    try {
      reading.read();
    } catch (PemFault | InvalidPathException fault) {
      review.refuse(path, String.valueOf(fault.getMessage()), alsoLookedAt);
    }
  }

  private void server(ServerTlsOptions tls) {
    if (!tls.isOn()) {
      if (tls.clientCa() != null || tls.clientAuth() != ServerTlsOptions.ClientCert.NONE) {
        review.refuse(SERVER, "no certificates (expected: at least one)", SERVER + ".certificates");
      }
      return;
    }
    for (int i = 0; i < tls.certificates().size(); i++) {
      CertificateOptions pair = tls.certificates().get(i);
      String path = SERVER + ".certificates[" + i + "]";
      readable(path, () -> PemPair.read(Path.of(pair.cert()), Path.of(pair.key())));
    }
    String clientCa = tls.clientCa();
    boolean asks = tls.clientAuth() != ServerTlsOptions.ClientCert.NONE;
    if (asks != (clientCa != null)) {
      review.expect(
          SERVER + ".clientAuth",
          tls.clientAuth(),
          asks ? "none, as there is no clientCa" : "request or require, as there is a clientCa",
          SERVER + ".clientCa");
    }
    if (clientCa != null) {
      readable(SERVER + ".clientCa", () -> PemTrust.read(Path.of(clientCa)));
    }
  }

  private void backend(String name, BackendOptions backend) {
    String path = "backends." + name;
    List<String> schemes = backend.endpoints().stream().map(TlsRules::scheme).distinct().toList();
    if (schemes.size() > 1) {
      review.refuse(path + ".endpoints", "both http and https (expected: one of the two)");
    }
    if (!schemes.contains("https") && !backend.tls().equals(BackendTlsOptions.DEFAULT)) {
      review.refuse(
          path + ".tls", "no endpoint is https (expected: https endpoints)", path + ".endpoints");
    }
    if (backend.endpoints().isEmpty() && backend.protocol() != BackendOptions.Protocol.HTTP1) {
      review.refuse(path + ".protocol", "an inProcess backend has none", path + ".inProcess");
    }
    files(path + ".tls", backend.tls());
  }

  private static String scheme(String endpoint) {
    return endpoint.substring(0, Math.max(0, endpoint.indexOf(':')));
  }

  private void files(String path, BackendTlsOptions tls) {
    String ca = tls.ca();
    String cert = tls.cert();
    String key = tls.key();
    if (ca != null) {
      readable(path + ".ca", () -> PemTrust.read(Path.of(ca)));
    }
    if (cert != null && key != null) {
      readable(path + ".cert", () -> PemPair.read(Path.of(cert), Path.of(key)), path + ".key");
    } else if (cert != null || key != null) {
      review.refuse(
          path,
          (cert == null ? "a key without cert" : "a cert without key")
              + " (expected: both or neither)",
          path + ".cert",
          path + ".key");
    }
  }
}
