package io.sluice.admit;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Since when each permit that has not ended is held, and by whom: what the leak report reads. Not
 * thread-safe; the lane's lock guards it.
 *
 * <p>A permit has a slot while it lives. Permits are many and owners few, so a slot usually keeps
 * its owner, and taking one writes numbers only: a reference from here to each young permit would
 * cost every admission a barrier of the collector.
 */
final class LivePermits {
  /** What stands for a time in slots that are free; one nanosecond of the clock's 584 years. */
  private static final long FREE = Long.MIN_VALUE;

  private long[] sinceNanos = new long[0];
  private String[] owners = new String[0];

  /** A stack of the slots that are free. */
  private int[] free = new int[0];

  private int freeCount;

  /** A held permit, as the leak report shows it. */
  record Held(long sinceNanos, String owner) {}

  /** Takes a slot, which is to be left with {@link #remove}. */
  @SuppressWarnings("ReferenceEquality") // the same name again is nearly always the same object
  int add(String owner, long nowNanos) {
    if (freeCount == 0) {
      grow();
    }
    int slot = free[--freeCount];
    sinceNanos[slot] = nowNanos == FREE ? nowNanos + 1 : nowNanos;
    if (owners[slot] != owner) {
      owners[slot] = owner;
    }
    return slot;
  }

  void remove(int slot) {
    sinceNanos[slot] = FREE;
    free[freeCount++] = slot;
  }

  private void grow() {
    int before = sinceNanos.length;
    int after = Math.max(16, 2 * before);
    sinceNanos = Arrays.copyOf(sinceNanos, after);
    Arrays.fill(sinceNanos, before, after, FREE);
    owners = Arrays.copyOf(owners, after);
    Arrays.fill(owners, before, after, "");
    free = new int[after];
    for (int slot = before; slot < after; slot++) {
      free[freeCount++] = slot;
    }
  }

  @Nullable Held oldest(long nowNanos) {
    int oldest = -1;
    for (int slot = 0; slot < sinceNanos.length; slot++) {
      if (sinceNanos[slot] != FREE
          && (oldest < 0 || nowNanos - sinceNanos[slot] > nowNanos - sinceNanos[oldest])) {
        oldest = slot;
      }
    }
    return oldest < 0 ? null : new Held(sinceNanos[oldest], owners[oldest]);
  }
}
