package io.sluice.admit.limit;

/**
 * When the next {@link Trial} is due, and whether it tries more or less: soon after anything has
 * changed, and half as often after every trial that changed nothing. Not thread-safe.
 */
final class Schedule {
  private static final int SOON = 8;
  private static final int SELDOM = 96;

  /** A limit that has grown by more has left what was tried behind. */
  private static final double GROWN = 1.3;

  /** The highest limit is forgotten by a thousandth each window. */
  private static final double REMEMBERED = 0.999;

  private int interval;
  private int passed;
  private double tried = Double.NaN;
  private double highest;
  private boolean higherNext;

  /** One more window at this limit has passed. */
  void windowPassed(double limit) {
    passed++;
    highest = Math.max(limit, highest * REMEMBERED);
  }

  boolean isDue(double limit) {
    return passed >= interval(limit) || limit > GROWN * tried;
  }

  /**
   * Far below what it has been, it is to find out soon that it may grow: a backend that has got its
   * servers back looks just as it did, as long as there is nothing for them to do.
   */
  private int interval(double limit) {
    return higherNext && limit < highest / 2 ? Math.min(interval, SOON) : interval;
  }

  boolean isHigherNext() {
    return higherNext;
  }

  /** Something has changed. */
  void soon(double limit) {
    next(limit, SOON);
  }

  /** Nothing has. */
  void later(double limit) {
    next(limit, Math.clamp(2L * interval, SOON, SELDOM));
  }

  /** The one that has just ended has to be followed up. */
  void atOnce(double limit) {
    next(limit, 0);
  }

  private void next(double limit, int windows) {
    interval = windows;
    passed = 0;
    tried = limit;
  }

  void tryMoreNext(boolean more) {
    higherNext = more;
  }

  /** One has begun. */
  void begun() {
    passed = 0;
  }
}
