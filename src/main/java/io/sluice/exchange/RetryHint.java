package io.sluice.exchange;

/**
 * When a refused client should come back, and how to spread itself if it has to choose.
 *
 * @param afterMillis this client's own exact wait, already jittered upward by the server; ≥ 1
 * @param baseMillis first step of the client's own exponential backoff; ≥ 1
 * @param maxMillis cap of that backoff; ≥ baseMillis
 * @param jitterMillis width of the uniform draw a client adds to whatever it waits; ≥ 0
 */
public record RetryHint(long afterMillis, long baseMillis, long maxMillis, long jitterMillis) {
  public RetryHint {
    if (afterMillis < 1 || baseMillis < 1 || maxMillis < baseMillis || jitterMillis < 0) {
      throw new IllegalArgumentException(
          "hint after %d ms, base %d ms, max %d ms, jitter %d ms"
              .formatted(afterMillis, baseMillis, maxMillis, jitterMillis));
    }
  }

  /** The value of {@code Retry-After}: whole seconds, rounded up, ≥ 1 (RFC 9110 §10.2.3). */
  public long afterSeconds() {
    return Math.ceilDiv(afterMillis, 1000L);
  }
}
