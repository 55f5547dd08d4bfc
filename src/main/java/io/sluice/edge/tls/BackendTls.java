package io.sluice.edge.tls;

import static java.util.Objects.requireNonNull;

import io.sluice.pem.PemFault;
import io.sluice.pem.PemPair;
import io.sluice.pem.PemTrust;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;

/** TLS towards a backend, in Vert.x's words. */
public final class BackendTls {
  private BackendTls() {}

  /** Turns TLS on; reads the files. */
  public static void apply(BackendTlsOptions options, HttpClientOptions setup) throws PemFault {
    setup
        .setSsl(true)
        .setVerifyHost(options.verifyHost())
        .setForceSni(options.serverName() != null)
        .setSslEngineOptions(TlsEngine.options())
        .setEnabledSecureTransportProtocols(new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2")));
    if (options.ca() != null) {
      PemTrust trust = PemTrust.read(Path.of(options.ca()));
      setup.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(trust.pem())));
    }
    if (options.cert() != null) {
      PemPair pair = PemPair.read(Path.of(options.cert()), Path.of(requireNonNull(options.key())));
      setup.setKeyCertOptions(
          new PemKeyCertOptions()
              .addCertValue(Buffer.buffer(pair.chainPem()))
              .addKeyValue(Buffer.buffer(pair.keyPem())));
    }
  }
}
