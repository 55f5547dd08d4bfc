package io.sluice.admit;

/**
 * Tells a standing queue from a passing one, as Controlled Delay does (Nichols and Jacobson,
 * "Controlling Queue Delay", ACM Queue 2012; RFC 8289): there is overload once the sojourn of those
 * who leave has been above a target for a whole interval without once falling below it, and relief
 * with the first that is below, or with an empty queue. So it is the smallest sojourn of an
 * interval that counts: a burst that drains is none.
 *
 * <p>The target grows with the work, as RFC 8289 does not take a queue of one packet for one: the
 * time it takes to send is no delay that could be spared. Who waits for a permit waits for
 * someone's work to end, so with few permits and long work a single waiter's sojourn is up to one
 * service time without any overload.
 *
 * <p>Not thread-safe; the lane's lock guards it.
 */
final class CoDel {
  private final long targetNanos;
  private final long intervalNanos;
  private boolean above;
  private long aboveSinceNanos;

  CoDel(long targetNanos, long intervalNanos) {
    this.targetNanos = targetNanos;
    this.intervalNanos = intervalNanos;
  }

  /**
   * Someone leaves the queue, for whatever reason.
   *
   * @param sojournNanos how long it takes to come through the queue
   * @param serviceNanos what the work behind it is expected to take; 0 if not known
   */
  void left(long sojournNanos, long serviceNanos, long nowNanos) {
    if (sojournNanos < Math.max(targetNanos, serviceNanos)) {
      above = false;
    } else if (!above) {
      above = true;
      aboveSinceNanos = nowNanos;
    }
  }

  /** Nobody is left in the queue. */
  void emptied() {
    above = false;
  }

  boolean isOverloaded(long nowNanos) {
    return above && nowNanos - aboveSinceNanos >= intervalNanos;
  }
}
