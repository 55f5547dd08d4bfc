package io.sluice.admit.limit;

/**
 * What a call takes when nothing queues, as far as is known. Frozen while the lane is saturated:
 * then latency holds a queue, and following it would call the queue work. It falls at once to what
 * is clearly below it, since nothing takes less than it takes. Not thread-safe.
 */
final class Baseline {
  private static final double WEIGHT = 1.0 / 8;
  private static final double CLEARLY = 0.7;
  private static final double SLIGHTLY = 1.0 / 16;

  private double nanos = Double.NaN;

  boolean isKnown() {
    return !Double.isNaN(nanos);
  }

  double nanos() {
    return nanos;
  }

  /** An unsaturated window: nobody waited, so its latency is that of the work. */
  void learn(long medianNanos) {
    nanos = isKnown() ? nanos + WEIGHT * (medianNanos - nanos) : medianNanos;
  }

  /**
   * A saturated window.
   *
   * @return whether the backend is clearly faster than was thought
   */
  boolean fallTo(long medianNanos) {
    if (!isKnown()) {
      nanos = medianNanos;
      return false;
    }
    if (medianNanos < CLEARLY * nanos) {
      nanos = medianNanos;
      return true;
    }
    if (medianNanos < nanos) {
      // Half of the windows are below by chance; a sixteenth of the way averages over many.
      nanos += SLIGHTLY * (medianNanos - nanos);
    }
    return false;
  }

  /** A trial has shown it. */
  void set(double shownNanos) {
    nanos = shownNanos;
  }
}
