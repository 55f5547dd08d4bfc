package io.sluice.retry;

import io.sluice.options.Key;
import io.sluice.options.Share;

/**
 * How many retries there may be. All bounds hold: the share of the traffic of the last second and
 * of the last ten, and the rate.
 *
 * @param ratio retries for each request
 * @param minimum retries in ten seconds however little traffic there is
 * @param perSecond retries a second, however much there is; as many at once after a quiet second
 */
public record BudgetOptions(
    @Key(
            value = "Retries as a share of the requests of the last second, and of the last 10 s.",
            byDefault = "20%")
        Share ratio,
    @Key(
            value = "Retries in 10 s that are granted however little traffic there is.",
            byDefault = "3",
            min = "0",
            max = "1000")
        int minimum,
    @Key(
            value = "Most retries a second, however much traffic there is.",
            byDefault = "100",
            min = "1",
            max = "1000000")
        int perSecond) {

  /** The highest rate there is: only the ratio counts. */
  public static final int UNCAPPED = 1_000_000;

  /** A fifth of the traffic, three at least, a hundred a second at most. */
  public static final BudgetOptions DEFAULT = new BudgetOptions(new Share(0.2), 3, 100);

  public BudgetOptions {
    if (minimum < 0 || perSecond < 1) {
      throw new IllegalArgumentException(
          "a budget of at least %d, %d a second".formatted(minimum, perSecond));
    }
  }
}
