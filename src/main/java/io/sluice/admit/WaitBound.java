package io.sluice.admit;

/**
 * How much of its longest wait a tier is left with: all of it, or less while waiting takes too much
 * of what clients have. Whatever waits for long has little time left for the work itself; it had
 * better be refused while its client can still do something else.
 *
 * <p>Looked at once a second, over the waits that ended in it, granted or expired:
 *
 * <ul>
 *   <li>p99 above 30 % of the client's time, that is more than one wait in a hundred: the share
 *       shrinks to 80 %, down to a tenth.
 *   <li>p99 up to 24 %: it grows by 2 percentage points, so that a tenth takes 45 s to become the
 *       whole again.
 *   <li>In between it stays, or it would swing about the mark for ever.
 * </ul>
 *
 * Each wait is compared with its own client's time, as its deadline said on arrival. Not
 * thread-safe; the lane's lock guards it.
 */
final class WaitBound {
  private static final long PERIOD_NANOS = 1_000_000_000L;
  private static final int TOO_LONG_PERCENT = 30;
  private static final int CALM_PERCENT = 24;
  private static final int ONE_IN = 100;
  private static final double SHRINK = 0.8;
  private static final double GROW = 0.02;
  private static final double FLOOR = 0.1;

  private long periodEndNanos;
  private int waits;
  private int tooLong;
  private int notCalm;
  private double share = 1;

  WaitBound(long nowNanos) {
    periodEndNanos = nowNanos + PERIOD_NANOS;
  }

  /**
   * A wait ended.
   *
   * @param clientNanos what its client had left when it began
   */
  void waited(long waitedNanos, long clientNanos, long nowNanos) {
    advance(nowNanos);
    waits++;
    if (waitedNanos > clientNanos / 100 * TOO_LONG_PERCENT) {
      tooLong++;
    }
    if (waitedNanos > clientNanos / 100 * CALM_PERCENT) {
      notCalm++;
    }
  }

  /** In [0.1, 1]. */
  double share(long nowNanos) {
    advance(nowNanos);
    return share;
  }

  private void advance(long nowNanos) {
    if (nowNanos - periodEndNanos < 0) {
      return;
    }
    if (tooLong * ONE_IN > waits) {
      share = Math.max(FLOOR, share * SHRINK);
    } else if (notCalm * ONE_IN <= waits) {
      share = Math.min(1, share + GROW);
    }
    // Seconds in which nobody's wait ended are seconds in which none was too long.
    long quiet = (nowNanos - periodEndNanos) / PERIOD_NANOS;
    share = Math.min(1, share + GROW * quiet);
    periodEndNanos += (quiet + 1) * PERIOD_NANOS;
    waits = 0;
    tooLong = 0;
    notCalm = 0;
  }
}
