package io.sluice.admit;

/**
 * How persistently one tier of a lane is being shed, 0 to 6. Moves at most once a second: up by one
 * when more than 5 % of the second's arrivals were shed, down by one when none was. Not
 * thread-safe; the lane's lock guards it.
 */
final class ShedLevel {
  static final int MAX = 6;
  private static final long WINDOW_NANOS = 1_000_000_000L;
  private static final int ONE_IN = 20;

  private long windowStartNanos;
  private long arrivals;
  private long sheds;
  private int level;

  ShedLevel(long nowNanos) {
    windowStartNanos = nowNanos;
  }

  void arrival(long nowNanos) {
    move(nowNanos);
    arrivals++;
  }

  void shed(long nowNanos) {
    move(nowNanos);
    sheds++;
  }

  int at(long nowNanos) {
    move(nowNanos);
    return level;
  }

  private void move(long nowNanos) {
    long elapsedNanos = nowNanos - windowStartNanos;
    if (elapsedNanos < WINDOW_NANOS) {
      return;
    }
    if (sheds * ONE_IN > arrivals) {
      level = Math.min(MAX, level + 1);
    } else if (sheds == 0) {
      level = Math.max(0, level - 1);
    }
    // Seconds in which nothing at all arrived are seconds in which none was shed.
    long quietSeconds = elapsedNanos / WINDOW_NANOS - 1;
    level = (int) Math.max(0, level - quietSeconds);
    windowStartNanos += (quietSeconds + 1) * WINDOW_NANOS;
    arrivals = 0;
    sheds = 0;
  }
}
