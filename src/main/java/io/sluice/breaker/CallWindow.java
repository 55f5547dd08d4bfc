package io.sluice.breaker;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the calls that ended lately: ten slots, each a tenth of the window long and replaced
 * when its turn comes again. Any thread; a sum is not one moment's, but misses nothing that was
 * added before it.
 */
final class CallWindow {
  private static final int SLOTS = 10;

  private record Slot(long index, int calls, int failed, int slow) {
    Slot plus(boolean failure, boolean slowly) {
      return new Slot(index, calls + 1, failed + (failure ? 1 : 0), slow + (slowly ? 1 : 0));
    }
  }

  private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);
  private final long startNanos;
  private final long slotNanos;

  /**
   * @param windowNanos ≥ 10
   */
  CallWindow(long windowNanos, long startNanos) {
    this.startNanos = startNanos;
    this.slotNanos = windowNanos / SLOTS;
  }

  void add(boolean failure, boolean slowly, long nowNanos) {
    long index = index(nowNanos);
    int place = (int) (index % SLOTS);
    while (true) {
      Slot seen = slots.get(place);
      if (seen != null && seen.index() > index) {
        return; // from a caller whose time is a whole window old
      }
      Slot current = seen == null || seen.index() < index ? new Slot(index, 0, 0, 0) : seen;
      if (slots.compareAndSet(place, seen, current.plus(failure, slowly))) {
        return;
      }
    }
  }

  CallCounts sum(long nowNanos) {
    long newest = index(nowNanos);
    int calls = 0;
    int failed = 0;
    int slow = 0;
    for (int i = 0; i < SLOTS; i++) {
      Slot slot = slots.get(i);
      if (slot != null && slot.index() > newest - SLOTS) {
        calls += slot.calls();
        failed += slot.failed();
        slow += slot.slow();
      }
    }
    return new CallCounts(0, calls, failed, slow);
  }

  /** Loops read the clock on their own: one may still be a little before the start. */
  private long index(long nowNanos) {
    return Math.max(0, nowNanos - startNanos) / slotNanos;
  }
}
