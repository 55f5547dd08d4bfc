package io.sluice.admit;

/**
 * μ of one tier: how much weight per second its waiters are granted, measured only while it has
 * waiters.
 *
 * <p>Granted weight and the time spent waiting are both forgotten exponentially, and μ is their
 * quotient: a stall lowers μ as it lasts, an empty queue leaves it alone. The memory τ is what a
 * weight of 32 takes, but 250 ms to 1 s of waiting: long enough to average, short enough to follow.
 * One grant is no rate, so nothing is predicted before a weight of 8 was granted.
 *
 * <p><b>Error.</b> The wait predicted for a tier that is granted 32 per second or more is off by at
 * most 25 % on average, for service times from constant to exponential; when they double, again so
 * 2 τ of waiting later. It is larger where a wait hangs on something else than a rate: on how many
 * of a higher tier are to come, or on the phase of more permits ending in lockstep than wait.
 *
 * <p>Not thread-safe; the lane's lock guards it.
 */
final class GrantRate {
  private static final double MEMORY = 32;
  private static final double SHORTEST_TAU_NANOS = 250e6;
  private static final double LONGEST_TAU_NANOS = 1000e6;
  private static final int ENOUGH = 8;

  private double granted;
  private double waitedNanos;
  private long markNanos;
  private boolean waiting;
  private int learned;

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
    learned = Math.min(ENOUGH, learned + weight);
  }

  /** Nanoseconds until {@code weight} will have been granted; 0 while too little was learned. */
  long nanosFor(int weight, long nowNanos) {
    advance(nowNanos);
    return learned < ENOUGH
        ? 0
        : (long) Math.min(weight * waitedNanos / granted, Long.MAX_VALUE / 4.0);
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
    double kept = Math.exp(-elapsedNanos / tauNanos());
    granted *= kept;
    waitedNanos = waitedNanos * kept + elapsedNanos;
    markNanos = nowNanos;
  }

  private double tauNanos() {
    return granted <= 0
        ? LONGEST_TAU_NANOS
        : Math.clamp(MEMORY * waitedNanos / granted, SHORTEST_TAU_NANOS, LONGEST_TAU_NANOS);
  }
}
