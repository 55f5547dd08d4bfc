package io.sluice.simulate;

import java.util.Arrays;

/** How often something happened within the last so many nanoseconds, to the nanosecond. */
final class SlidingTimes {
  private final long windowNanos;
  private long[] ring = new long[64];
  private int first;
  private int size;

  SlidingTimes(long windowNanos) {
    this.windowNanos = windowNanos;
  }

  /** It happens; times never go back. */
  void add(long nowNanos) {
    if (size == ring.length) {
      long[] wider = Arrays.copyOf(Arrays.copyOfRange(ring, first, ring.length), 2 * size);
      System.arraycopy(ring, 0, wider, size - first, first);
      ring = wider;
      first = 0;
    }
    ring[(first + size++) % ring.length] = nowNanos;
  }

  /** How often within the window that ends now, in it what happened now, but not at its start. */
  int count(long nowNanos) {
    while (size > 0 && nowNanos - ring[first] >= windowNanos) {
      first = (first + 1) % ring.length;
      size--;
    }
    return size;
  }
}
