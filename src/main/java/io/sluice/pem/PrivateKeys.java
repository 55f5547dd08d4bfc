package io.sluice.pem;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/**
 * Reads the private key of a certificate: PKCS #8, or the older forms of RSA (PKCS #1) and elliptic
 * curves (SEC 1), which lack only the name of the algorithm. That the certificate has.
 */
final class PrivateKeys {
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};

  private PrivateKeys() {}

  static PrivateKey read(PemFile file, PublicKey publicKey) throws PemFault {
    for (PemFile.Block block : file.blocks()) {
      switch (block.label()) {
        case "PRIVATE KEY" -> {
          return key(file, publicKey, block.der());
        }
        case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> {
          return key(file, publicKey, wrapped(block.der(), publicKey.getEncoded()));
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new PemFault(file.path() + " holds an encrypted key (expected: a plain one)");
        default -> {
          // parameters of a curve, or a certificate kept in the same file
        }
      }
    }
    throw new PemFault(file.path() + " holds no private key");
  }

  private static PrivateKey key(PemFile file, PublicKey publicKey, byte[] pkcs8) throws PemFault {
    try {
      return KeyFactory.getInstance(publicKey.getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw new PemFault(
          "%s holds no %s key, which its certificate needs"
              .formatted(file.path(), publicKey.getAlgorithm()),
          e);
    }
  }

  private static byte[] wrapped(byte[] key, byte[] publicKeyInfo) {
    var content = new ByteArrayOutputStream();
    content.writeBytes(VERSION_0);
    content.writeBytes(algorithm(publicKeyInfo));
    content.writeBytes(element(OCTETS, key));
    return element(SEQUENCE, content.toByteArray());
  }

  /** SubjectPublicKeyInfo begins with the sequence that names the algorithm (RFC 5280 §4.1). */
  private static byte[] algorithm(byte[] publicKeyInfo) {
    int at = contentAt(publicKeyInfo, 0);
    int from = contentAt(publicKeyInfo, at);
    int end = from + length(publicKeyInfo, at);
    return Arrays.copyOfRange(publicKeyInfo, at, end);
  }

  private static int contentAt(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return at + 2 + (first < 0x80 ? 0 : first - 0x80);
  }

  private static int length(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int i = 0; i < first - 0x80; i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xff);
    }
    return length;
  }

  private static byte[] element(int tag, byte[] content) {
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length < 0x80) {
      out.write(content.length);
    } else if (content.length < 0x100) {
      out.write(0x81);
      out.write(content.length);
    } else {
      out.write(0x82);
      out.write(content.length >> 8);
      out.write(content.length);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }
}
