package io.sluice.admit;

import io.sluice.exchange.Tier;

/**
 * The longest waits that are in force on a lane, by tier that waits: what was asked for, shortened
 * where {@link WaitBound} says so. Not thread-safe; the lane's lock guards it.
 */
final class WaitBounds {
  private final PolicyMode mode;
  private final WaitBound p0;
  private final WaitBound p1;

  WaitBounds(PolicyMode mode, long nowNanos) {
    this.mode = mode;
    this.p0 = new WaitBound(nowNanos);
    this.p1 = new WaitBound(nowNanos);
  }

  /** The longest wait in force for a request that asked for this one. */
  long inForce(Tier tier, long maxWaitNanos, long nowNanos) {
    if (mode != PolicyMode.ENFORCE || isUnbounded(maxWaitNanos)) {
      return maxWaitNanos;
    }
    double share = of(tier).share(nowNanos);
    return share == 1 ? maxWaitNanos : (long) (maxWaitNanos * share);
  }

  /** A ticket's wait ended, by its grant or by its time. */
  void waited(Ticket ticket, long nowNanos) {
    if (mode == PolicyMode.OFF || isUnbounded(ticket.ask().maxWaitNanos())) {
      return;
    }
    long beganNanos = ticket.queuedAtNanos();
    long clientNanos = ticket.ask().deadline().remainingNanos(beganNanos);
    of(ticket.tier()).waited(nowNanos - beganNanos, clientNanos, nowNanos);
  }

  /** Who waits for as long as its deadline lets it has chosen to, and is not shortened. */
  private static boolean isUnbounded(long maxWaitNanos) {
    return maxWaitNanos == Long.MAX_VALUE;
  }

  /** What is left of the tier's longest wait, or would be if it were enforced: in [0.1, 1]. */
  double share(Tier tier, long nowNanos) {
    return tier == Tier.P2 ? 1 : of(tier).share(nowNanos);
  }

  private WaitBound of(Tier tier) {
    return tier == Tier.P0 ? p0 : p1;
  }
}
