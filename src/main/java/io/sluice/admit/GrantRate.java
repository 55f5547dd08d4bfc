package io.sluice.admit;

/**
 * μ of one tier: how much weight per second its waiters are granted, measured only while it has
 * waiters.
 *
 * <p>Granted weight and the time spent waiting are both forgotten exponentially with time constant
 * τ = 250 ms of waiting, and μ is their quotient: a stall lowers μ as it lasts, an empty queue
 * leaves it alone. Not thread-safe; the lane's lock guards it.
 */
final class GrantRate {
  private static final double TAU_NANOS = 250e6;
  private static final double SECOND_NANOS = 1e9;

  private double granted;
  private double waitedNanos;
  private long markNanos;
  private boolean waiting;

  /** The tier's first waiter arrived. */
  void startWaiting(long nowNanos) {
    waiting = true;
    markNanos = nowNanos;
  }

  /** The tier's last waiter was granted or left. */
  void stopWaiting(long nowNanos) {
    advance(nowNanos);
    waiting = false;
  }

  void granted(int weight, long nowNanos) {
    advance(nowNanos);
    granted += weight;
  }

  /** Nanoseconds until {@code weight} will have been granted; 0 while nothing has been learned. */
  long nanosFor(int weight, long nowNanos) {
    advance(nowNanos);
    if (granted <= 0 || waitedNanos <= 0) {
      return 0;
    }
    return (long) Math.min(weight * waitedNanos / granted, Long.MAX_VALUE / 4.0);
  }

  /** μ in weight per second; 0 while nothing has been learned. */
  double perSecond(long nowNanos) {
    advance(nowNanos);
    return waitedNanos <= 0 ? 0 : granted * SECOND_NANOS / waitedNanos;
  }

  /** The limit moved: until measured anew, grants are taken to move with it. */
  void scale(double factor) {
    granted *= factor;
  }

  private void advance(long nowNanos) {
    if (!waiting) {
      return;
    }
    long elapsedNanos = nowNanos - markNanos;
    if (elapsedNanos <= 0) {
      return;
    }
    double kept = Math.exp(-elapsedNanos / TAU_NANOS);
    granted *= kept;
    waitedNanos = waitedNanos * kept + elapsedNanos;
    markNanos = nowNanos;
  }
}
