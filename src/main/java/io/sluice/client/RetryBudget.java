package io.sluice.client;

/**
 * Retries a client grants itself: a share of its requests of the last ten seconds, and three at
 * least. Counted when the retry is decided, so that retries still waiting are counted too.
 *
 * <p>For one thread, as the client has one per event loop.
 */
public final class RetryBudget {
  private static final int SLOTS = 10;
  private static final long SLOT_NANOS = 1_000_000_000L;
  private static final int MINIMUM = 3;

  private final double share;
  private final long[] requests = new long[SLOTS];
  private final long[] retries = new long[SLOTS];
  private long slotStartNanos;
  private int slot;
  private long windowRequests;
  private long windowRetries;

  /**
   * An empty budget.
   *
   * @param share retries per request, between 0 and 1; the usual is 0.2
   */
  public RetryBudget(double share, long nowNanos) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("a retry share of " + share);
    }
    this.share = share;
    this.slotStartNanos = nowNanos;
  }

  /** A new request, not an attempt of an older one, begins. */
  public void onRequest(long nowNanos) {
    advance(nowNanos);
    requests[slot]++;
    windowRequests++;
  }

  /** Takes one retry from the budget; false if there is none. */
  public boolean tryRetry(long nowNanos) {
    advance(nowNanos);
    if (windowRetries >= Math.max(MINIMUM, (long) (share * windowRequests))) {
      return false;
    }
    retries[slot]++;
    windowRetries++;
    return true;
  }

  private void advance(long nowNanos) {
    long slotsPassed = (nowNanos - slotStartNanos) / SLOT_NANOS;
    for (long i = Math.min(slotsPassed, SLOTS); i > 0; i--) {
      slot = (slot + 1) % SLOTS;
      windowRequests -= requests[slot];
      windowRetries -= retries[slot];
      requests[slot] = 0;
      retries[slot] = 0;
    }
    slotStartNanos += Math.max(0, slotsPassed) * SLOT_NANOS;
  }
}
