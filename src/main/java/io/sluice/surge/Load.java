package io.sluice.surge;

import java.time.Duration;

/**
 * How many requests arrive, when, and for how long.
 *
 * @param perSecond arrivals a second inside the window; &gt; 0
 * @param arrivals how they are spaced
 * @param window the measured time; only requests due inside it are reported
 * @param warmUp unmeasured load right before the window, zero for none; its first half climbs
 *     evenly from nothing to its rate
 * @param warmUpPerSecond arrivals a second in the second half of the warm-up
 */
public record Load(
    double perSecond, Arrivals arrivals, Duration window, Duration warmUp, double warmUpPerSecond) {

  /** How arrivals are spaced. */
  public enum Arrivals {
    /** All the same distance apart. */
    CONSTANT,
    /** Exponential distances, as independent users make them. */
    POISSON
  }

  public Load {
    checkRate("rate", perSecond);
    checkRate("warm-up rate", warmUpPerSecond);
    if (window.isZero() || window.isNegative() || window.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("window: " + window + " (expected: up to a day)");
    }
    if (warmUp.isNegative() || warmUp.compareTo(Duration.ofDays(1)) > 0) {
      throw new IllegalArgumentException("warm-up: " + warmUp + " (expected: 0..1 day)");
    }
  }

  /** Evenly spaced arrivals without a warm-up. */
  public static Load constant(double perSecond, Duration window) {
    return new Load(perSecond, Arrivals.CONSTANT, window, Duration.ZERO, perSecond);
  }

  /** Arrivals of independent users, without a warm-up. */
  public static Load poisson(double perSecond, Duration window) {
    return new Load(perSecond, Arrivals.POISSON, window, Duration.ZERO, perSecond);
  }

  /** The same load, running for {@code warmUp} before it is measured. */
  public Load after(Duration warmUp) {
    return new Load(perSecond, arrivals, window, warmUp, perSecond);
  }

  /** The same load after {@code warmUp} of another rate. */
  public Load after(Duration warmUp, double warmUpPerSecond) {
    return new Load(perSecond, arrivals, window, warmUp, warmUpPerSecond);
  }

  /** The measured time of a run that begins at {@code startNanos}. */
  Window windowFrom(long startNanos) {
    return new Window(startNanos + warmUp.toNanos(), window.toNanos());
  }

  private static void checkRate(String name, double perSecond) {
    if (!(perSecond > 0 && perSecond <= 1_000_000)) {
      throw new IllegalArgumentException(
          name + ": " + perSecond + " (expected: above 0, up to 1000000)");
    }
  }
}
