package io.sluice.balance;

/**
 * Failures of one endpoint as if they were calls that are still in flight: each counts one, and
 * half of that a second later. An endpoint that fails fast would otherwise always look idle, and
 * one that has failed comes back by time alone: nobody has to call it first. Immutable.
 *
 * @param value at that instant
 */
record Penalty(double value, long atNanos) {
  static final Penalty NONE = new Penalty(0, 0);

  private static final double HALF_LIFE_NANOS = 1e9;

  /** Gone 10 s after whatever came before. */
  private static final double MOST = 256;

  /** Less than this is forgotten: where little is in flight, any rest at all would decide. */
  private static final double LEAST = 0.25;

  double at(long nowNanos) {
    if (value == 0) {
      return 0;
    }
    double halvings = Math.max(0, nowNanos - atNanos) / HALF_LIFE_NANOS;
    double left = value * Math.pow(0.5, halvings);
    return left < LEAST ? 0 : left;
  }

  Penalty more(long nowNanos) {
    return new Penalty(Math.min(MOST, at(nowNanos) + 1), nowNanos);
  }
}
