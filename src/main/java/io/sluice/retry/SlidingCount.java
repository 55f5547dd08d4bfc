package io.sluice.retry;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often something happened within the last seconds. Counts in slots of 100 ms, of which at most
 * {@value #SLOTS} are remembered.
 *
 * <p>Any thread; counting is one compare-and-set. A count that comes late, with a time before that
 * of the newest slot in its place, goes into that one.
 */
final class SlidingCount {
  static final int SLOTS = 128;
  static final long SLOT_NANOS = 100_000_000L;

  private static final int EPOCH_SHIFT = 32;
  private static final long COUNT_MASK = (1L << EPOCH_SHIFT) - 1;

  private final long originNanos;

  /** Each the number of its slot since the origin, 32 bits, and the count, 32 bits. */
  private final AtomicLongArray places = new AtomicLongArray(SLOTS);

  SlidingCount(long originNanos) {
    this.originNanos = originNanos;
  }

  void increment(long nowNanos) {
    long slot = slot(nowNanos);
    int place = (int) (slot % SLOTS);
    while (true) {
      long seen = places.get(place);
      boolean current = seen >>> EPOCH_SHIFT >= slot;
      long counted = current ? seen + 1 : slot << EPOCH_SHIFT | 1;
      if (places.compareAndSet(place, seen, counted)) {
        return;
      }
    }
  }

  /**
   * What was counted in the slot of this instant and in those before it.
   *
   * @param slots how many in all, 1..{@value #SLOTS}
   */
  long sum(int slots, long nowNanos) {
    long oldest = slot(nowNanos) - slots + 1;
    long sum = 0;
    for (int place = 0; place < SLOTS; place++) {
      long seen = places.get(place);
      if (seen >>> EPOCH_SHIFT >= oldest) {
        sum += seen & COUNT_MASK;
      }
    }
    return sum;
  }

  /** A time before the origin, of a thread that was held up, is the origin's. */
  private long slot(long nowNanos) {
    return Math.max(0, nowNanos - originNanos) / SLOT_NANOS;
  }
}
