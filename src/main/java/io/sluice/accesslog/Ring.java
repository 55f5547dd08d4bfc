package io.sluice.accesslog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of many producers and one consumer. Nobody ever waits for it: an offer takes one
 * compare-and-set or says that there is no room.
 */
final class Ring<T> {
  private final AtomicReferenceArray<@Nullable T> slots;
  private final int mask;

  /** The next place to be filled; whoever moves it owns the place before. */
  private final AtomicLong tail = new AtomicLong();

  /** The next place to be emptied; moved by the consumer only. */
  private final AtomicLong head = new AtomicLong();

  /**
   * @param least places; rounded up to a power of two
   */
  Ring(int least) {
    int capacity = Integer.highestOneBit(Math.max(2, least) - 1) << 1;
    slots = new AtomicReferenceArray<>(capacity);
    mask = capacity - 1;
  }

  int capacity() {
    return mask + 1;
  }

  /** What an offer came to. */
  enum Offered {
    TAKEN,
    /** Taken, and now half of the places are: the consumer should not wait any longer. */
    TAKEN_THE_MIDDLE,
    FULL
  }

  /** Any thread. */
  Offered offer(T item) {
    long place;
    long used;
    do {
      place = tail.get();
      // Read after the tail: it can only be too small, so that there seem to be fewer free places.
      used = place - head.get();
      if (used > mask) {
        return Offered.FULL;
      }
    } while (!tail.compareAndSet(place, place + 1));
    slots.setRelease((int) place & mask, item);
    return used == capacity() / 2 ? Offered.TAKEN_THE_MIDDLE : Offered.TAKEN;
  }

  /**
   * The consumer only. Null if it is empty, or if whoever owns the next place has yet to fill it.
   */
  @Nullable T poll() {
    long place = head.get();
    int slot = (int) place & mask;
    T item = slots.getAcquire(slot);
    if (item == null) {
      return null;
    }
    slots.setRelease(slot, null);
    head.setRelease(place + 1);
    return item;
  }

  boolean isEmpty() {
    return head.get() == tail.get();
  }
}
