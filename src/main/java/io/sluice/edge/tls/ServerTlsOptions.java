package io.sluice.edge.tls;

import io.sluice.options.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TLS at the front door; off without certificates.
 *
 * @param certificates the first is shown where no name fits
 * @param clientCa PEM file of the authorities that clients' certificates must come from
 * @param clientAuth whether clients show certificates
 * @param minVersion oldest protocol spoken
 * @param reloadEvery how often the files are looked at
 */
public record ServerTlsOptions(
    @Key(
            value =
                "Certificates, chosen by the name the client asks for; the first where none fits.",
            optional = true)
        List<CertificateOptions> certificates,
    @Key(
            value = "PEM file of the authorities that clients' certificates must come from.",
            optional = true)
        @Nullable String clientCa,
    @Key(value = "Whether clients show certificates.", byDefault = "none") ClientCert clientAuth,
    @Key(
            value = "Oldest protocol that is spoken.",
            byDefault = "TLSv1.2",
            pattern = "TLSv1\\.2|TLSv1\\.3",
            expected = "TLSv1.2 or TLSv1.3")
        String minVersion,
    @Key(
            value = "How often the files are looked at; changed ones are used from then on.",
            byDefault = "5s",
            min = "100ms",
            max = "1h")
        Duration reloadEvery) {

  /** What is asked of clients. */
  public enum ClientCert {
    NONE,
    /** Shown certificates are checked; none is taken too. */
    REQUEST,
    REQUIRE
  }

  public ServerTlsOptions {
    certificates = List.copyOf(certificates);
  }

  public boolean isOn() {
    return !certificates.isEmpty();
  }
}
