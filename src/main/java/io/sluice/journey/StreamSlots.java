package io.sluice.journey;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many streams of one route may be open at once, over all event loops. A stream holds no permit
 * of the lane, as it may be open for days; this bound is its own. Any thread.
 */
public final class StreamSlots {
  private final int limit;
  private final AtomicInteger held = new AtomicInteger();

  public StreamSlots(int limit) {
    this.limit = limit;
  }

  /** One more may open, or is on its way to be; if so it counts until {@link #release}. */
  boolean tryHold() {
    int present = held.get();
    while (present < limit) {
      if (held.compareAndSet(present, present + 1)) {
        return true;
      }
      present = held.get();
    }
    return false;
  }

  void release() {
    held.decrementAndGet();
  }

  /** The most there may be. */
  public int limit() {
    return limit;
  }

  /** Open, or on their way to be. */
  public int held() {
    return held.get();
  }
}
