package io.sluice.edge;

import org.HdrHistogram.Histogram;

/**
 * A percentile of the times from call to head of the last 10 to 20 seconds; computed once a second.
 * One loop.
 */
final class HedgeTimes {
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final long SHORTEST_NANOS = 1_000;
  private static final long WINDOW_NANOS = 10_000_000_000L;
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final double percentile;
  private Histogram filling = histogram();
  private Histogram before = histogram();
  private long windowEndNanos;
  private long computedNanos;
  private long nanos;

  /**
   * Nothing measured yet.
   *
   * @param share such as 0.95; 0 to measure nothing
   */
  HedgeTimes(double share, long nowNanos) {
    this.percentile = 100 * share;
    this.windowEndNanos = nowNanos + WINDOW_NANOS;
    this.computedNanos = nowNanos - SECOND_NANOS;
  }

  private static Histogram histogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, 2);
  }

  void took(long tookNanos, long nowNanos) {
    if (percentile > 0) {
      turn(nowNanos);
      filling.recordValue(Math.clamp(tookNanos, 0, LONGEST_NANOS));
    }
  }

  private void turn(long nowNanos) {
    if (nowNanos - windowEndNanos >= 0) {
      boolean follows = nowNanos - windowEndNanos < WINDOW_NANOS;
      Histogram emptied = before;
      before = filling;
      if (!follows) {
        before.reset();
      }
      emptied.reset();
      filling = emptied;
      windowEndNanos = nowNanos + WINDOW_NANOS;
    }
  }

  /** The percentile; 0 while nothing is known. */
  long nanos(long nowNanos) {
    if (percentile > 0 && nowNanos - computedNanos >= SECOND_NANOS) {
      turn(nowNanos);
      computedNanos = nowNanos;
      Histogram both = filling.copy();
      both.add(before);
      nanos = both.getTotalCount() == 0 ? 0 : both.getValueAtPercentile(percentile);
    }
    return nanos;
  }
}
