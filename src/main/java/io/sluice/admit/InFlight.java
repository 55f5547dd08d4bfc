package io.sluice.admit;

import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The permits that are out: their weight by tier, who holds them, and how fast they come back. Not
 * thread-safe; the lane's lock guards it.
 */
final class InFlight {
  private final int[] weights = new int[Tier.COUNT];
  private final LivePermits live = new LivePermits();
  private final RateMeter completions;
  private long duplicateEnds;

  InFlight(long nowNanos) {
    completions = new RateMeter(nowNanos);
  }

  Permit take(Ask ask, long nowNanos) {
    weights[ask.tier().rank()] += ask.weight();
    return new Permit(ask, live.add(ask.owner(), nowNanos), nowNanos);
  }

  /** Returns false for a permit that has ended before, which is counted as a bug. */
  boolean end(Permit permit, Ending ending, long nowNanos) {
    if (!permit.endOnce()) {
      duplicateEnds++;
      return false;
    }
    weights[permit.tier().rank()] -= permit.weight();
    live.remove(permit.slot());
    if (ending != Ending.IGNORED) {
      completions.add(permit.weight(), nowNanos);
    }
    return true;
  }

  /** Whether a request of this weight may enter beside them; waiters aside. */
  boolean leavesRoom(TierShares shares, Tier tier, int weight) {
    return shares.fits(tier, weight, weights[0], weights[1], weights[2]);
  }

  int weight() {
    return weights[0] + weights[1] + weights[2];
  }

  int weight(Tier tier) {
    return weights[tier.rank()];
  }

  /** What one permit's worth of work takes to come back, or infinity. */
  double nanosPerPermit(long nowNanos) {
    return completions.nanosPerUnit(nowNanos);
  }

  double completionsPerSecond(long nowNanos) {
    return completions.perSecond(nowNanos);
  }

  long duplicateEnds() {
    return duplicateEnds;
  }

  LivePermits.@Nullable Held oldest(long nowNanos) {
    return live.oldest(nowNanos);
  }
}
