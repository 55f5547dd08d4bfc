package io.sluice.dispatch;

import io.sluice.exchange.Tier;
import java.util.AbstractQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue that gives P0 before P1 before P2, and first in, first out within a tier.
 *
 * <p>It holds {@link Item}s only ({@link ClassCastException}), compares them by {@code equals} and
 * holds each at most once. Every operation is linearizable and, apart from copies, takes constant
 * time under one lock. Consumers may wait for an item; producers may not wait for a place, because
 * waiting is the lane's business: {@link #put} and the timed {@link #offer(Runnable, long,
 * TimeUnit) offer} are not supported.
 */
final class TierBacklog extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {
  /** Something that has a tier. */
  interface Item extends Runnable {
    Tier tier();

    /** Whether a newcomer may have its place. */
    boolean mayBeDiscarded();
  }

  private final int capacity;
  private final List<Shelf> shelves = Stream.generate(Shelf::new).limit(Tier.COUNT).toList();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private int size;

  TierBacklog(int capacity) {
    this.capacity = capacity;
  }

  @Override
  public boolean offer(Runnable runnable) {
    Item item = (Item) runnable;
    lock.lock();
    try {
      if (size == capacity) {
        return false;
      }
      shelfOf(item).add(item);
      size++;
      notEmpty.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Runnable poll() {
    lock.lock();
    try {
      return size == 0 ? null : takeFirst();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Runnable take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (size == 0) {
        notEmpty.await();
      }
      return takeFirst();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
    long leftNanos = unit.toNanos(timeout);
    lock.lockInterruptibly();
    try {
      while (size == 0) {
        if (leftNanos <= 0) {
          return null;
        }
        leftNanos = notEmpty.awaitNanos(leftNanos);
      }
      return takeFirst();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes the item that has to make room for a newcomer of this tier: the oldest that may be
   * discarded, of the lowest tier that has one, but of none above the newcomer's. Null without one.
   */
  @Nullable Item pollDiscardable(Tier newcomer) {
    lock.lock();
    try {
      for (int rank = Tier.COUNT - 1; rank >= newcomer.rank(); rank--) {
        Item oldest = shelves.get(rank).oldestDiscardable();
        if (oldest != null) {
          removeLocked(oldest);
          return oldest;
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean remove(@Nullable Object object) {
    if (!(object instanceof Item item)) {
      return false;
    }
    lock.lock();
    try {
      return removeLocked(item);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean contains(@Nullable Object object) {
    if (!(object instanceof Item item)) {
      return false;
    }
    lock.lock();
    try {
      return shelfOf(item).items.contains(item);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Runnable peek() {
    lock.lock();
    try {
      return size == 0 ? null : first().items.getFirst();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int remainingCapacity() {
    return capacity - size();
  }

  @Override
  public int drainTo(Collection<? super Runnable> target) {
    return drainTo(target, Integer.MAX_VALUE);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // itself is what is meant
  public int drainTo(Collection<? super Runnable> target, int most) {
    if (target == this) {
      throw new IllegalArgumentException("drained into itself");
    }
    List<Runnable> drained = new ArrayList<>();
    lock.lock();
    try {
      while (size > 0 && drained.size() < most) {
        drained.add(takeFirst());
      }
    } finally {
      lock.unlock();
    }
    target.addAll(drained); // foreign code, hence outside the lock
    return drained.size();
  }

  /** In order of service, over a copy taken now; its {@code remove} acts on the queue itself. */
  @Override
  public Iterator<Runnable> iterator() {
    List<Runnable> copy = new ArrayList<>();
    lock.lock();
    try {
      shelves.forEach(shelf -> copy.addAll(shelf.items));
    } finally {
      lock.unlock();
    }
    return new Snapshot(copy.iterator());
  }

  @Override
  public void put(Runnable runnable) {
    throw new UnsupportedOperationException("nobody waits for a place in the backlog");
  }

  @Override
  public boolean offer(Runnable runnable, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("nobody waits for a place in the backlog");
  }

  private Runnable takeFirst() {
    size--;
    return first().removeFirst();
  }

  private boolean removeLocked(Item item) {
    boolean removed = shelfOf(item).remove(item);
    if (removed) {
      size--;
    }
    return removed;
  }

  private Shelf shelfOf(Item item) {
    return shelves.get(item.tier().rank());
  }

  /** The highest tier that has items; there must be one. */
  private Shelf first() {
    for (Shelf shelf : shelves) {
      if (!shelf.items.isEmpty()) {
        return shelf;
      }
    }
    throw new IllegalStateException("size " + size + ", yet every shelf is empty");
  }

  /** One tier's items, oldest first; linked sets, so that a cancelled one leaves in O(1). */
  private static final class Shelf {
    private final LinkedHashSet<Item> items = new LinkedHashSet<>();
    private final LinkedHashSet<Item> discardable = new LinkedHashSet<>();

    void add(Item item) {
      if (!items.add(item)) {
        throw new IllegalArgumentException("already queued: " + item);
      }
      if (item.mayBeDiscarded()) {
        discardable.add(item);
      }
    }

    Item removeFirst() {
      Item first = items.removeFirst();
      discardable.remove(first);
      return first;
    }

    boolean remove(Item item) {
      discardable.remove(item);
      return items.remove(item);
    }

    @Nullable Item oldestDiscardable() {
      return discardable.isEmpty() ? null : discardable.getFirst();
    }
  }

  private final class Snapshot implements Iterator<Runnable> {
    private final Iterator<Runnable> copy;
    private @Nullable Runnable last;

    Snapshot(Iterator<Runnable> copy) {
      this.copy = copy;
    }

    @Override
    public boolean hasNext() {
      return copy.hasNext();
    }

    @Override
    public Runnable next() {
      Runnable next = copy.next();
      last = next;
      return next;
    }

    @Override
    public void remove() {
      if (last == null) {
        throw new IllegalStateException("nothing to remove");
      }
      TierBacklog.this.remove(last);
      last = null;
    }
  }
}
