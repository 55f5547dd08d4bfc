package io.sluice.retry;

import java.util.concurrent.locks.ReentrantLock;

/**
 * How many retries there may be: a share of the requests of late, or a few where there is little
 * traffic; and of those so many a second, as a bucket of tokens that holds one second's worth. A
 * retry counts when it is decided, so that one still pausing is counted too.
 *
 * <p>Of any ten seconds that end with a retry, and of any single second that does: retries ≤
 * max(minimum, ratio · requests). The ten seconds are the share, and bound what little traffic is
 * granted anyway; the second keeps a quiet time's worth of retries from coming all at once when a
 * fault begins. Retries are remembered for one slot longer than either, and requests not for
 * longer, so that the bound is kept although they are counted in slots.
 *
 * <p>Any thread. Requests are counted without a lock; taking a retry, which is rare, has one.
 */
public final class RetryBudget {
  private static final int LONG_SLOTS = slots(10);
  private static final int SHORT_SLOTS = slots(1);
  private static final double SECOND_NANOS = 1e9;

  private final double ratio;
  private final long minimum;
  private final double perSecond;
  private final SlidingCount requests;
  private final SlidingCount retries;

  final ReentrantLock lock = new ReentrantLock();
  private double tokens; // these four guarded by the lock
  private long filledNanos;
  private long granted;
  private long refused;

  /** A budget of which nothing is spent. */
  public RetryBudget(BudgetOptions options, long nowNanos) {
    ratio = options.ratio().fraction();
    minimum = options.minimum();
    perSecond = options.perSecond();
    requests = new SlidingCount(nowNanos);
    retries = new SlidingCount(nowNanos);
    tokens = perSecond;
    filledNanos = nowNanos;
  }

  /** A request begins: a new one, not another attempt at it. */
  public void request(long nowNanos) {
    requests.increment(nowNanos);
  }

  /** Takes one retry; false if there is none. */
  public boolean tryTake(long nowNanos) {
    lock.lock();
    try {
      boolean free = hasOne(nowNanos);
      if (free) {
        take(nowNanos);
      }
      return free;
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is one; under the lock. Counts the refusal if there is not. */
  boolean hasOne(long nowNanos) {
    refill(nowNanos);
    boolean free = left(nowNanos) >= 1;
    if (!free) {
      refused++;
    }
    return free;
  }

  /** Takes the one that {@link #hasOne} found; under the lock. */
  void take(long nowNanos) {
    tokens--;
    granted++;
    retries.increment(nowNanos);
  }

  public BudgetSnapshot snapshot(long nowNanos) {
    lock.lock();
    try {
      refill(nowNanos);
      return new BudgetSnapshot(
          requests.sum(LONG_SLOTS, nowNanos),
          retries.sum(LONG_SLOTS, nowNanos),
          Math.max(0, left(nowNanos)),
          granted,
          refused);
    } finally {
      lock.unlock();
    }
  }

  private long left(long nowNanos) {
    long ofLate = Math.min(left(SHORT_SLOTS, nowNanos), left(LONG_SLOTS, nowNanos));
    return Math.min((long) tokens, ofLate);
  }

  private long left(int slots, long nowNanos) {
    long allowed = Math.max(minimum, (long) (ratio * requests.sum(slots, nowNanos)));
    return allowed - retries.sum(slots + 1, nowNanos);
  }

  /** Time that stands still or goes back, as between two threads, refills nothing. */
  private void refill(long nowNanos) {
    long passedNanos = nowNanos - filledNanos;
    if (passedNanos > 0) {
      tokens = Math.min(perSecond, tokens + perSecond * passedNanos / SECOND_NANOS);
      filledNanos = nowNanos;
    }
  }

  private static int slots(int seconds) {
    return (int) (seconds * 1_000_000_000L / SlidingCount.SLOT_NANOS);
  }
}
