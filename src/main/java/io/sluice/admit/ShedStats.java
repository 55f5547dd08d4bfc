package io.sluice.admit;

import io.sluice.exchange.Tier;

/**
 * How much of each tier arrived, was admitted and was shed. Not thread-safe; the lane's lock guards
 * it.
 */
final class ShedStats {
  private final PerTier[] perTier = new PerTier[Tier.COUNT];
  private final RateMeter all;

  private static final class PerTier {
    private final ShedLevel level;
    private long arrivals;
    private long admitted;
    private long shed;

    PerTier(long nowNanos) {
      level = new ShedLevel(nowNanos);
    }
  }

  ShedStats(long nowNanos) {
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      perTier[rank] = new PerTier(nowNanos);
    }
    all = new RateMeter(nowNanos);
  }

  void arrival(Tier tier, long nowNanos) {
    PerTier stats = perTier[tier.rank()];
    stats.arrivals++;
    stats.level.arrival(nowNanos);
  }

  void admitted(Tier tier) {
    perTier[tier.rank()].admitted++;
  }

  /** Counts one and returns the tier's shed level. */
  int shed(Tier tier, long nowNanos) {
    PerTier stats = perTier[tier.rank()];
    stats.shed++;
    stats.level.shed(nowNanos);
    all.add(1, nowNanos);
    return stats.level.at(nowNanos);
  }

  /** Sheds of all tiers: whoever comes back competes with all of them. */
  long lastSecond(long nowNanos) {
    return all.lastSecond(nowNanos);
  }

  LaneSnapshot.TierSnapshot snapshot(Tier tier, int inFlight, int waiting, long nowNanos) {
    PerTier stats = perTier[tier.rank()];
    return new LaneSnapshot.TierSnapshot(
        inFlight, waiting, stats.level.at(nowNanos), stats.arrivals, stats.admitted, stats.shed);
  }
}
