package io.sluice.dispatch;

import io.sluice.exchange.Tier;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
  private final TierShelves shelves = new TierShelves();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();

  TierBacklog(int capacity) {
    this.capacity = capacity;
  }

  @Override
  public boolean offer(Runnable runnable) {
    Item item = (Item) runnable;
    lock.lock();
    try {
      if (shelves.size() == capacity) {
        return false;
      }
      shelves.add(item);
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
      return shelves.removeFirst();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Runnable take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Runnable first = shelves.removeFirst();
      while (first == null) {
        notEmpty.await();
        first = shelves.removeFirst();
      }
      return first;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
    long leftNanos = unit.toNanos(timeout);
    lock.lockInterruptibly();
    try {
      Runnable first = shelves.removeFirst();
      while (first == null && leftNanos > 0) {
        leftNanos = notEmpty.awaitNanos(leftNanos);
        first = shelves.removeFirst();
      }
      return first;
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
      return shelves.removeDiscardable(newcomer);
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
      return shelves.remove(item);
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
      return shelves.contains(item);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Runnable peek() {
    lock.lock();
    try {
      return shelves.first();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int size() {
    lock.lock();
    try {
      return shelves.size();
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
    List<Item> drained;
    lock.lock();
    try {
      drained = shelves.copy().subList(0, Math.clamp(most, 0, shelves.size()));
      drained.forEach(shelves::remove);
    } finally {
      lock.unlock();
    }
    target.addAll(drained); // foreign code, hence outside the lock
    return drained.size();
  }

  /** In order of service, over a copy taken now; its {@code remove} acts on the queue itself. */
  @Override
  public Iterator<Runnable> iterator() {
    lock.lock();
    try {
      return new Snapshot(shelves.copy().iterator());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void put(Runnable runnable) {
    throw new UnsupportedOperationException("nobody waits for a place in the backlog");
  }

  @Override
  public boolean offer(Runnable runnable, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("nobody waits for a place in the backlog");
  }

  private final class Snapshot implements Iterator<Runnable> {
    private final Iterator<Item> copy;
    private @Nullable Runnable last;

    Snapshot(Iterator<Item> copy) {
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
