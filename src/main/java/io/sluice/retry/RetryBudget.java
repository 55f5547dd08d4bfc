package io.sluice.retry;

import java.util.concurrent.locks.ReentrantLock;

/**
 * How many retries there may be: a share of the requests of the last ten seconds, or a few where
 * there is little traffic; and of those so many a second, as a bucket of tokens that holds one
 * second's worth. A retry counts when it is decided, so that one still pausing is counted too.
 *
 * <p>Of any ten seconds that end with a retry: retries ≤ max(minimum, ratio · requests). Retries
 * are therefore remembered for one slot longer than that, and requests not for longer.
 *
 * <p>Any thread. Requests are counted without a lock; taking a retry, which is rare, has one.
 */
public final class RetryBudget {
  /** The requests whose share is granted came within this. */
  public static final long WINDOW_NANOS = 10_000_000_000L;

  private static final int REQUEST_SLOTS = (int) (WINDOW_NANOS / SlidingCount.SLOT_NANOS);
  private static final int RETRY_SLOTS = REQUEST_SLOTS + 1;
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
    boolean free = tokens >= 1 && retries.sum(RETRY_SLOTS, nowNanos) < allowed(nowNanos);
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
          requests.sum(REQUEST_SLOTS, nowNanos),
          retries.sum(RETRY_SLOTS, nowNanos),
          allowed(nowNanos),
          (long) tokens,
          granted,
          refused);
    } finally {
      lock.unlock();
    }
  }

  private long allowed(long nowNanos) {
    return Math.max(minimum, (long) (ratio * requests.sum(REQUEST_SLOTS, nowNanos)));
  }

  /** Time that stands still or goes back, as between two threads, refills nothing. */
  private void refill(long nowNanos) {
    long passedNanos = nowNanos - filledNanos;
    if (passedNanos > 0) {
      tokens = Math.min(perSecond, tokens + perSecond * passedNanos / SECOND_NANOS);
      filledNanos = nowNanos;
    }
  }
}
