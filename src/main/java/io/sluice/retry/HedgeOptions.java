package io.sluice.retry;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;

/**
 * When a slow read is asked for a second time beside the first, and the earlier answer is taken.
 * Off unless one of the two is set.
 *
 * @param after how long an attempt may take before another is made beside it; zero for no such
 *     bound
 * @param percentile likewise as a percentile of the measured times; zero for none; with both the
 *     later counts
 */
public record HedgeOptions(
    @Key(
            value =
                "An attempt at a safe request that takes longer gets another beside it; 0ms is off.",
            byDefault = "0ms",
            min = "0ms",
            max = "1m")
        Duration after,
    @Key(
            value =
                "Likewise if it takes longer than this share of the recent ones, such as 95%; 0% is"
                    + " off. With both, the later counts.",
            byDefault = "0%")
        Share percentile) {

  public static final HedgeOptions OFF = new HedgeOptions(Duration.ZERO, Share.NONE);

  public HedgeOptions {
    if (after.isNegative()) {
      throw new IllegalArgumentException("hedging after " + after);
    }
  }

  public boolean isOff() {
    return after.isZero() && percentile.fraction() == 0;
  }
}
