package io.sluice.admit;

import java.util.Arrays;

/**
 * Counts what happened in the last second, in ten slots of 100 ms. Not thread-safe; the lane's lock
 * guards it. Adding within a slot costs a comparison and an addition.
 */
final class RateMeter {
  private static final int SLOTS = 10;
  private static final long SLOT_NANOS = 100_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final long[] counts = new long[SLOTS];
  private final long startedNanos;
  private long slotEndNanos;
  private int slot;
  private long sum;

  RateMeter(long nowNanos) {
    startedNanos = nowNanos;
    slotEndNanos = nowNanos + SLOT_NANOS;
  }

  void add(int amount, long nowNanos) {
    advance(nowNanos);
    counts[slot] += amount;
    sum += amount;
  }

  /** What was added within the last second, give or take a slot. */
  long lastSecond(long nowNanos) {
    advance(nowNanos);
    return sum;
  }

  /** Per second, over the part of the last second that this meter has seen. */
  double perSecond(long nowNanos) {
    advance(nowNanos);
    long seen = Math.min(nowNanos - startedNanos, nowNanos - slotEndNanos + SLOTS * SLOT_NANOS);
    return seen <= 0 ? 0 : sum * SECOND_NANOS / seen;
  }

  private void advance(long nowNanos) {
    if (nowNanos - slotEndNanos < 0) {
      return;
    }
    long steps = (nowNanos - slotEndNanos) / SLOT_NANOS + 1;
    slotEndNanos += steps * SLOT_NANOS;
    if (steps >= SLOTS) {
      Arrays.fill(counts, 0);
      sum = 0;
      return;
    }
    for (long i = 0; i < steps; i++) {
      slot = (slot + 1) % SLOTS;
      sum -= counts[slot];
      counts[slot] = 0;
    }
  }
}
