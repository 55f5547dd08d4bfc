package io.sluice.edge.tls;

import io.sluice.pem.PemFault;
import io.sluice.pem.PemPair;
import io.sluice.pem.PemTrust;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The front door's certificates as the files held them when they were read; equal if the files held
 * the same.
 *
 * @param options which files
 * @param pairs in the order of the options
 * @param clientCa null if clients show no certificates
 */
public record ServerCertificates(
    ServerTlsOptions options, List<PemPair> pairs, @Nullable PemTrust clientCa) {

  public ServerCertificates {
    pairs = List.copyOf(pairs);
  }

  /** Reads the files. */
  public static ServerCertificates read(ServerTlsOptions options) throws PemFault {
    var pairs = new ArrayList<PemPair>();
    for (CertificateOptions certificate : options.certificates()) {
      pairs.add(PemPair.read(Path.of(certificate.cert()), Path.of(certificate.key())));
    }
    String ca = options.clientCa();
    return new ServerCertificates(options, pairs, ca == null ? null : PemTrust.read(Path.of(ca)));
  }

  /**
   * Turns TLS on.
   *
   * @param http2 whether it is offered (ALPN)
   */
  public void applyTo(HttpServerOptions setup, boolean http2) {
    var keys = new PemKeyCertOptions();
    for (PemPair pair : pairs) {
      keys.addCertValue(Buffer.buffer(pair.chainPem())).addKeyValue(Buffer.buffer(pair.keyPem()));
    }
    setup
        .setSsl(true)
        .setUseAlpn(http2)
        .setSni(true)
        .setKeyCertOptions(keys)
        .setSslEngineOptions(TlsEngine.options())
        .setEnabledSecureTransportProtocols(versions())
        .setClientAuth(
            switch (options.clientAuth()) {
              case NONE -> ClientAuth.NONE;
              case REQUEST -> ClientAuth.REQUEST;
              case REQUIRE -> ClientAuth.REQUIRED;
            });
    if (clientCa != null) {
      setup.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(clientCa.pem())));
    }
  }

  /** The same, for a listener that is open already. */
  public ServerSSLOptions renewal(boolean http2) {
    var setup = new HttpServerOptions();
    applyTo(setup, http2);
    return setup.getSslOptions();
  }

  private Set<String> versions() {
    return options.minVersion().equals("TLSv1.3")
        ? Set.of("TLSv1.3")
        : new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));
  }
}
