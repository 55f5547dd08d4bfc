package io.sluice.pem;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Certificate authorities that are believed.
 *
 * @param certificates at least one
 * @param pem the same, as text
 */
public record PemTrust(List<X509Certificate> certificates, String pem) {
  public PemTrust {
    certificates = List.copyOf(certificates);
  }

  /** Reads a file of certificates. */
  public static PemTrust read(Path file) throws PemFault {
    PemFile read = PemFile.read(file);
    return new PemTrust(read.certificates(), read.text());
  }
}
