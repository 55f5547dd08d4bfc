package io.sluice.edge;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;

/** An issuer of tokens for tests: one RSA key, its entry in a JWK set, and what it signs. */
final class SigningKey {
  private final String id;
  private final KeyPair pair;

  SigningKey(String id) throws GeneralSecurityException {
    this.id = id;
    var generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    pair = generator.generateKeyPair();
  }

  static String set(String... keys) {
    return "{\"keys\":[" + String.join(",", keys) + "]}";
  }

  String jwk() {
    return jwk("sig");
  }

  String jwk(String use) {
    var key = (RSAPublicKey) pair.getPublic();
    return "{\"kty\":\"RSA\",\"kid\":\"%s\",\"use\":\"%s\",\"alg\":\"RS256\",\"n\":\"%s\",\"e\":\"%s\"}"
        .formatted(id, use, number(key.getModulus()), number(key.getPublicExponent()));
  }

  String token(String claims) throws GeneralSecurityException {
    return token("{\"alg\":\"RS256\",\"kid\":\"" + id + "\"}", claims);
  }

  String token(String header, String claims) throws GeneralSecurityException {
    String signed = encode(header) + "." + encode(claims);
    var signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(pair.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + encode(signature.sign());
  }

  static String encode(String text) {
    return encode(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String number(BigInteger number) {
    byte[] bytes = number.toByteArray();
    return encode(
        bytes[0] == 0 && bytes.length > 1
            ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length)
            : bytes);
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
