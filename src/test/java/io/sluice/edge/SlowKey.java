package io.sluice.edge;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/** A key that takes its time to find out that a token is not good: a curve of 521 bits. */
final class SlowKey {
  private static final int COORDINATE_BYTES = 66;

  /** Well formed, and with a signature that has to be computed with before it is seen to be bad. */
  static final String BAD_TOKEN =
      SigningKey.encode("{\"alg\":\"ES512\",\"kid\":\"slow\"}")
          + "."
          + SigningKey.encode("{\"sub\":\"ann\",\"exp\":4000000000}")
          + "."
          + signature();

  private SlowKey() {}

  /** Writes its JWK set. */
  static Path write(Path folder) throws IOException, GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp521r1"));
    var key = (ECPublicKey) generator.generateKeyPair().getPublic();
    String jwk =
        "{\"kty\":\"EC\",\"crv\":\"P-521\",\"kid\":\"slow\",\"use\":\"sig\",\"alg\":\"ES512\",\"x\":\"%s\",\"y\":\"%s\"}"
            .formatted(coordinate(key.getW().getAffineX()), coordinate(key.getW().getAffineY()));
    Path file = folder.resolve("slow.json");
    Files.writeString(file, SigningKey.set(jwk));
    return file;
  }

  private static String signature() {
    byte[] signature = new byte[2 * COORDINATE_BYTES];
    Arrays.fill(signature, (byte) 7);
    signature[0] = 0; // both halves are smaller than the curve's order
    signature[COORDINATE_BYTES] = 0;
    return encode(signature);
  }

  private static String coordinate(BigInteger number) {
    byte[] bytes = number.toByteArray();
    byte[] padded = new byte[COORDINATE_BYTES];
    int length = Math.min(bytes.length, COORDINATE_BYTES);
    System.arraycopy(bytes, bytes.length - length, padded, COORDINATE_BYTES - length, length);
    return encode(padded);
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
