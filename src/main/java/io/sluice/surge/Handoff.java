package io.sluice.surge;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bounded ring between the pacing thread (the only one that offers) and one event loop (the only
 * one that takes). The loop is woken once for everything that became due together.
 */
final class Handoff {
  /** Receives what became due, on the event loop. */
  interface Taker {
    void due(long intendedNanos, int stream);
  }

  private final long[] intendedNanos;
  private final int[] streams;
  private final int mask;
  private final AtomicLong head = new AtomicLong();
  private final AtomicLong tail = new AtomicLong();
  private final AtomicBoolean wakeUpPending = new AtomicBoolean();
  private final Runnable wakeUp;
  private long flushedTo;
  private volatile boolean closed;

  /**
   * An empty ring.
   *
   * @param capacity a power of two
   * @param wakeUp makes the loop call {@link #drain} soon
   */
  Handoff(int capacity, Runnable wakeUp) {
    if (Integer.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("capacity " + capacity);
    }
    this.intendedNanos = new long[capacity];
    this.streams = new int[capacity];
    this.mask = capacity - 1;
    this.wakeUp = wakeUp;
  }

  /** Adds one; false when the loop is a whole ring behind. Seen by the loop after a flush. */
  boolean offer(long dueNanos, int stream) {
    long at = tail.getPlain();
    if (at - head.getAcquire() > mask) {
      return false;
    }
    intendedNanos[(int) at & mask] = dueNanos;
    streams[(int) at & mask] = stream;
    tail.setRelease(at + 1);
    return true;
  }

  /** Wakes the loop unless it is about to look anyway or there is nothing new. */
  void flush() {
    long to = tail.getPlain();
    if (to != flushedTo) {
      flushedTo = to;
      wake();
    }
  }

  /** Says that no more will come. */
  void close() {
    closed = true;
    wake();
  }

  /** Takes all there is; true once the ring is closed and empty. */
  boolean drain(Taker taker) {
    // Before the look at the tail: whoever adds later than that wakes us again.
    wakeUpPending.set(false);
    boolean last = closed;
    long to = tail.getAcquire();
    for (long at = head.getPlain(); at < to; at++) {
      int index = (int) at & mask;
      taker.due(intendedNanos[index], streams[index]);
      head.setRelease(at + 1);
    }
    return last;
  }

  private void wake() {
    if (wakeUpPending.compareAndSet(false, true)) {
      wakeUp.run();
    }
  }
}
