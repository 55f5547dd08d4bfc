package io.sluice.client;

import io.sluice.retry.Doubling;
import io.sluice.retry.RetryAdvice;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * How long a refused client stays away: with a hint, hint + uniform(0, jitter); without one,
 * min(max, base·2^retry) + uniform(0, jitter). Jitter is added after the cap and only upward, so
 * that nobody comes before the hint and a cap does not gather everyone in one instant.
 *
 * @param baseMillis first step without a hint; ≥ 1
 * @param maxMillis cap of the steps; ≥ baseMillis
 * @param jitterMillis width of the draw that is added; ≥ 0
 */
public record Backoff(long baseMillis, long maxMillis, long jitterMillis) {
  public static final Backoff DEFAULT = new Backoff(100, 10_000, 100);

  public Backoff {
    if (baseMillis < 1 || maxMillis < baseMillis || jitterMillis < 0) {
      throw new IllegalArgumentException(
          "backoff base %d ms, max %d ms, jitter %d ms"
              .formatted(baseMillis, maxMillis, jitterMillis));
    }
  }

  /**
   * Nanoseconds from the refusal to the next attempt.
   *
   * @param advice what the refusal said; whole seconds are spread over a second at least, because
   *     everyone of that second was told the same
   * @param retry 0 before the first retry, 1 before the second, …
   */
  public long waitNanos(RetryAdvice advice, int retry, RandomGenerator random) {
    long floorMillis =
        switch (advice.source()) {
          case MILLIS, SECONDS, DATE -> advice.afterMillis();
          case DATE_UNMEASURED -> maxMillis;
          case NONE -> Doubling.step(baseMillis, maxMillis, retry);
        };
    long widthMillis = Math.max(jitterMillis, advice.roundingMillis());
    long widthNanos = TimeUnit.MILLISECONDS.toNanos(widthMillis);
    long jitterNanos = widthNanos == 0 ? 0 : random.nextLong(widthNanos);
    return TimeUnit.MILLISECONDS.toNanos(floorMillis) + jitterNanos;
  }
}
