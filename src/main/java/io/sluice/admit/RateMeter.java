package io.sluice.admit;

/**
 * Counts what happened in the last second, in ten slots of 100 ms. Not thread-safe; the lane's lock
 * guards it. Adding within a slot costs a comparison and an addition.
 */
final class RateMeter {
  private static final int SLOTS = 10;
  private static final long SLOT_NANOS = 100_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final long[] closed = new long[SLOTS - 1];
  private final long startedNanos;
  private long slotEndNanos;
  private long open;
  private long closedSum;
  private int next;

  RateMeter(long nowNanos) {
    startedNanos = nowNanos;
    slotEndNanos = nowNanos + SLOT_NANOS;
  }

  void add(int amount, long nowNanos) {
    advance(nowNanos);
    open += amount;
  }

  /** What was added within the last second, give or take a slot. */
  long lastSecond(long nowNanos) {
    advance(nowNanos);
    return closedSum + open;
  }

  /** Nanoseconds for each unit added, over the part of the last second it has seen; or infinity. */
  double nanosPerUnit(long nowNanos) {
    long sum = lastSecond(nowNanos);
    long seenNanos =
        Math.min(nowNanos - startedNanos, nowNanos - slotEndNanos + SLOTS * SLOT_NANOS);
    return sum == 0 || seenNanos <= 0 ? Double.POSITIVE_INFINITY : (double) seenNanos / sum;
  }

  /** Units added per second, likewise. */
  double perSecond(long nowNanos) {
    return SECOND_NANOS / nanosPerUnit(nowNanos);
  }

  private void advance(long nowNanos) {
    if (nowNanos - slotEndNanos >= 0) {
      closeSlots((nowNanos - slotEndNanos) / SLOT_NANOS + 1);
    }
  }

  private void closeSlots(long steps) {
    slotEndNanos += steps * SLOT_NANOS;
    for (long i = Math.min(steps, SLOTS); i > 0; i--) {
      closedSum += open - closed[next];
      closed[next] = open;
      open = 0;
      next = (next + 1) % closed.length;
    }
  }
}
