package io.sluice.retry;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;

/**
 * How long the gateway pauses before it asks a backend again.
 *
 * @param base the first pause; each further one is twice as long
 * @param max the longest
 * @param jitter how much of a pause may come on top of it, drawn anew each time
 */
public record BackoffOptions(
    @Key(
            value = "The first pause; each further one is twice as long.",
            byDefault = "15ms",
            min = "1ms",
            max = "10s")
        Duration base,
    @Key(value = "The longest pause, before jitter.", byDefault = "200ms", min = "1ms", max = "1m")
        Duration max,
    @Key(
            value = "How much of a pause may come on top of it, drawn anew each time.",
            byDefault = "50%")
        Share jitter) {

  /** 15 ms doubling to 200 ms, and up to half as much again. */
  public static final BackoffOptions DEFAULT =
      new BackoffOptions(Duration.ofMillis(15), Duration.ofMillis(200), new Share(0.5));

  public BackoffOptions {
    if (base.isNegative() || base.isZero() || max.isNegative() || max.isZero()) {
      throw new IllegalArgumentException("pauses from " + base + " to " + max);
    }
  }
}
