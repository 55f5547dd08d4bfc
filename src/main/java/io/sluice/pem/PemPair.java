package io.sluice.pem;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;

/**
 * A certificate with its chain, and the private key that belongs to it.
 *
 * @param chain the certificate first
 * @param chainPem the same, as text
 * @param keyPem the key as PKCS #8, whatever the file held
 */
public record PemPair(List<X509Certificate> chain, String chainPem, String keyPem) {
  private static final byte[] SAMPLE = "sluice".getBytes(StandardCharsets.US_ASCII);

  public PemPair {
    chain = List.copyOf(chain);
  }

  /** Reads two files, and tries whether what the key signs is what the certificate confirms. */
  public static PemPair read(Path certFile, Path keyFile) throws PemFault {
    PemFile cert = PemFile.read(certFile);
    List<X509Certificate> chain = cert.certificates();
    PublicKey publicKey = chain.getFirst().getPublicKey();
    PrivateKey key = PrivateKeys.read(PemFile.read(keyFile), publicKey);
    if (!belongTogether(key, publicKey)) {
      throw new PemFault(keyFile + " is not the key of the certificate in " + certFile);
    }
    return new PemPair(chain, cert.text(), pem(key));
  }

  private static boolean belongTogether(PrivateKey key, PublicKey publicKey) {
    try {
      Signature signature = Signature.getInstance(algorithm(publicKey));
      signature.initSign(key);
      signature.update(SAMPLE);
      byte[] signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(SAMPLE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a key of another kind or size
    }
  }

  private static String algorithm(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }

  private static String pem(PrivateKey key) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN PRIVATE KEY-----\n" + body + "\n-----END PRIVATE KEY-----\n";
  }

  @Override
  public String toString() {
    return "PemPair[" + chain.getFirst().getSubjectX500Principal() + "]";
  }
}
