package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;

/**
 * Out: which gate refused, the numbers it saw, and what a hint needs to know. The numbers are those
 * of the moment of the decision.
 *
 * @param reason which gate
 * @param tier whose
 * @param inFlight weight in flight on the lane
 * @param limit the lane's limit
 * @param waiting waiters of all tiers
 * @param drainNanos time the lane needs for all it holds; {@link Long#MAX_VALUE} if nothing
 *     completes
 * @param spreadNanos time it needs for all it has shed in the last second, likewise
 * @param level how persistently this tier is being shed, 0 to 6
 */
public record Shed(
    Reason reason,
    Tier tier,
    int inFlight,
    int limit,
    int waiting,
    long drainNanos,
    long spreadNanos,
    int level)
    implements Decision {

  /** Whether coming back later can help at all. */
  public boolean worthRetrying() {
    return reason != Reason.TOO_HEAVY;
  }
}
