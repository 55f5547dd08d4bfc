package io.sluice.admit;

/**
 * How persistently one tier of a lane is being shed, 0 to 6. Moves once a second: up by one when
 * more than 5 % of the second's arrivals were shed, down by one when none was. Not thread-safe; the
 * lane's lock guards it.
 */
final class ShedLevel {
  private static final int MAX = 6;
  private static final int ONE_IN = 20;

  private long arrivalsBefore;
  private long shedsBefore;
  private int level;

  int level() {
    return level;
  }

  /**
   * @param arrivals of this tier since the start
   * @param sheds of this tier since the start
   */
  void secondPassed(long arrivals, long sheds) {
    long shed = sheds - shedsBefore;
    if (shed * ONE_IN > arrivals - arrivalsBefore) {
      level = Math.min(MAX, level + 1);
    } else if (shed == 0) {
      level = Math.max(0, level - 1);
    }
    arrivalsBefore = arrivals;
    shedsBefore = sheds;
  }

  /** Seconds in which nothing at all arrived are seconds in which none was shed. */
  void quietSecondsPassed(long seconds) {
    level = (int) Math.max(0, level - seconds);
  }
}
