package io.sluice.balance;

import java.time.Duration;

/**
 * What an endpoint's own answers have earned it. Immutable; {@link Member} swaps it.
 *
 * @param isOut whether it has been ejected and not proved itself since
 * @param sinceNanos when this began
 * @param untilNanos of one that is out, from when on it may prove itself
 * @param ejections how often it has been ejected without having been well for long in between
 * @param lastNanos how long it was ejected the last time
 * @param why the failure that was one too many; of one that is in, of the last time
 */
record Standing(
    boolean isOut, long sinceNanos, long untilNanos, int ejections, long lastNanos, Result why) {
  private static final int MOST_DOUBLINGS = 40;

  static Standing in(long nowNanos) {
    return new Standing(false, nowNanos, nowNanos, 0, 0, Result.SUCCESS);
  }

  // IN -> OUT: too many failures in a row.
  // OUT -> OUT: it failed again when it was tried.
  Standing ejected(EjectionOptions options, Result why, long nowNanos) {
    boolean wasWellForLong = !isOut && nowNanos - sinceNanos >= options.max().toNanos();
    int before = wasWellForLong ? 0 : ejections;
    long forNanos = lengthNanos(options, before);
    return new Standing(true, nowNanos, nowNanos + forNanos, before + 1, forNanos, why);
  }

  private static long lengthNanos(EjectionOptions options, int before) {
    double grown = options.base().toNanos() * Math.pow(2, Math.min(before, MOST_DOUBLINGS));
    Duration max = options.max();
    return grown >= max.toNanos() ? max.toNanos() : (long) grown;
  }

  // OUT -> IN: it answered a call that began after it was ejected.
  Standing returned(long nowNanos) {
    return new Standing(false, nowNanos, nowNanos, ejections, lastNanos, why);
  }

  /** Whether it is out and gets nothing at all. */
  boolean isEjected(long nowNanos) {
    return isOut && nowNanos - untilNanos < 0;
  }

  /** Whether it is out and may prove itself. */
  boolean isOnTrial(long nowNanos) {
    return isOut && nowNanos - untilNanos >= 0;
  }
}
