package io.sluice.idempotency;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The SHA-256 of a request's body. */
public record BodyHash(long a, long b, long c, long d) {
  /** Adds up a body as it comes. Not thread-safe. */
  public static final class Sum {
    private final MessageDigest digest;

    public Sum() {
      try {
        digest = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java has SHA-256", e);
      }
    }

    public void add(byte[] piece) {
      digest.update(piece);
    }

    /** Of all that was added; once. */
    public BodyHash hash() {
      var words = ByteBuffer.wrap(digest.digest());
      return new BodyHash(words.getLong(), words.getLong(), words.getLong(), words.getLong());
    }
  }
}
