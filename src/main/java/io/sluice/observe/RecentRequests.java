package io.sluice.observe;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Which requests have been seen of late, by what their clients call them. Of a fixed size: a newer
 * one takes the place of an older, so that a repeat may go unnoticed, and what is noticed was one,
 * but for two names with the same 64 bits. Any thread, without a lock.
 */
final class RecentRequests {
  private static final int PLACES = 1 << 12;

  private final AtomicLongArray places = new AtomicLongArray(PLACES);

  /**
   * Whether this one has been seen; from now on it has.
   *
   * @param name hash of all that makes it the same request
   */
  boolean saw(long name) {
    long mixed = name * 0x9E3779B97F4A7C15L; // golden ratio: neighbours far apart
    int place = (int) (mixed >>> (Long.SIZE - 12));
    return places.getAndSet(place, mixed | 1) == (mixed | 1);
  }
}
