package io.sluice.admit;

/**
 * The measured time a route's requests take from dispatch to answer: an exponentially weighted mean
 * (α = 1/16) that is forgotten by half for every second without a sample, so that an estimate too
 * long for anyone's deadline lets requests through again instead of confirming itself for ever. Any
 * thread; a sample lost to a race is a sample less.
 */
public final class ServiceTime {
  private static final long HALF_LIFE_NANOS = 1_000_000_000L;
  private static final int ALPHA_SHIFT = 4;

  private volatile long meanNanos;
  private volatile long lastSampleNanos;

  /**
   * One true measurement, ≥ 0. It takes the place of what has been forgotten: after a silence it
   * weighs more, or it would bring back most of the estimate that had caused the silence.
   */
  public void record(long serviceNanos, long nowNanos) {
    long mean = meanNanos;
    long excessNanos = mean == 0 ? 0 : mean - serviceNanos;
    long keptNanos = excessNanos - (excessNanos >> ALPHA_SHIFT);
    meanNanos = serviceNanos + (keptNanos >> halvings(nowNanos));
    lastSampleNanos = nowNanos;
  }

  /**
   * A call was given up after this long: it would have taken longer. One alone moves the estimate
   * by a sixteenth, so that it takes many to conclude that nobody's deadline can be met.
   */
  public void gaveUp(long elapsedNanos, long nowNanos) {
    long expectedNanos = expectedNanos(nowNanos);
    if (elapsedNanos > expectedNanos) {
      meanNanos = expectedNanos + ((elapsedNanos - expectedNanos) >> ALPHA_SHIFT);
      lastSampleNanos = nowNanos;
    }
  }

  /** What to expect of the next request; 0 while nothing is known. */
  public long expectedNanos(long nowNanos) {
    return meanNanos >> halvings(nowNanos);
  }

  private int halvings(long nowNanos) {
    return Math.clamp((nowNanos - lastSampleNanos) / HALF_LIFE_NANOS, 0, Long.SIZE - 2);
  }
}
