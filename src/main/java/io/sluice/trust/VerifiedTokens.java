package io.sluice.trust;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that were verified and have not expired, by their hash: verifying costs tens of
 * microseconds and more, finding one here about one. Bounded; holds no token itself. Any thread.
 */
public final class VerifiedTokens {
  private static final int MOST = 10_000;

  private final Cache<Fingerprint, Verified> known =
      Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

  /** The SHA-256 of a token. */
  public record Fingerprint(long a, long b, long c, long d) {
    /** Of the token as it stood in the request. */
    public static Fingerprint of(String token) {
      var digest = ByteBuffer.wrap(ApiKeys.sha256(token));
      return new Fingerprint(
          digest.getLong(), digest.getLong(), digest.getLong(), digest.getLong());
    }
  }

  private record Verified(Token token, Object keys) {}

  /**
   * The token if it was verified with these keys and its time is not up; null if it has to be
   * verified.
   *
   * @param keys the keys in force: what others have verified does not count
   */
  public @Nullable Token find(Fingerprint of, Object keys, long epochSeconds) {
    Verified found = known.getIfPresent(of);
    return found != null
            && found.keys.equals(keys)
            && epochSeconds - found.token.expiresAtSeconds() < 0
        ? found.token
        : null;
  }

  /** Remembers a token that these keys have verified. */
  public void add(Fingerprint of, Token token, Object keys) {
    known.put(of, new Verified(token, keys));
  }
}
