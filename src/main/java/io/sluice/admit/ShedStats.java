package io.sluice.admit;

import io.sluice.exchange.Tier;

/**
 * How much of each tier arrived, was admitted and was shed. Not thread-safe; the lane's lock guards
 * it.
 *
 * <p>Of these only arrivals are counted on every request: whoever arrived and was neither shed nor
 * left by itself has been admitted or waits. The tiers share one clock of seconds, at whose strokes
 * their {@link ShedLevel}s move.
 */
final class ShedStats {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final long[] arrivals = new long[Tier.COUNT];
  private final long[] sheds = new long[Tier.COUNT];
  private final long[] abandoned = new long[Tier.COUNT];
  private final long[] shedAfterAdmission = new long[Tier.COUNT];
  private final ShedLevel[] levels = new ShedLevel[Tier.COUNT];
  private final RateMeter all;
  private long secondEndNanos;

  ShedStats(long nowNanos) {
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      levels[rank] = new ShedLevel();
    }
    all = new RateMeter(nowNanos);
    secondEndNanos = nowNanos + SECOND_NANOS;
  }

  void arrival(Tier tier, long nowNanos) {
    advance(nowNanos);
    arrivals[tier.rank()]++;
  }

  /** Its client left while it waited. */
  void abandoned(Tier tier) {
    abandoned[tier.rank()]++;
  }

  void shed(Tier tier, long nowNanos) {
    advance(nowNanos);
    sheds[tier.rank()]++;
    all.add(1, nowNanos);
  }

  /** It had its permit, and was refused further on: it counts as admitted and as shed. */
  void shedAfterAdmission(Tier tier) {
    shedAfterAdmission[tier.rank()]++;
  }

  /** How persistently this tier is being shed, 0 to 6. */
  int level(Tier tier, long nowNanos) {
    advance(nowNanos);
    return levels[tier.rank()].level();
  }

  /** Sheds of all tiers: whoever comes back competes with all of them. */
  long lastSecond(long nowNanos) {
    return all.lastSecond(nowNanos);
  }

  LaneSnapshot.TierSnapshot snapshot(
      Tier tier, int inFlight, int waiting, long waitBoundNanos, double waitShare, long nowNanos) {
    int level = level(tier, nowNanos);
    long arrived = arrivals[tier.rank()];
    long shed = sheds[tier.rank()];
    long neverAdmitted = shed - shedAfterAdmission[tier.rank()] + abandoned[tier.rank()];
    long admitted = arrived - neverAdmitted - waiting;
    return new LaneSnapshot.TierSnapshot(
        inFlight, waiting, waitBoundNanos, waitShare, level, arrived, admitted, shed);
  }

  private void advance(long nowNanos) {
    if (nowNanos - secondEndNanos >= 0) {
      closeSecond((nowNanos - secondEndNanos) / SECOND_NANOS);
    }
  }

  private void closeSecond(long quietSeconds) {
    secondEndNanos += (quietSeconds + 1) * SECOND_NANOS;
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      levels[rank].secondPassed(arrivals[rank], sheds[rank]);
      levels[rank].quietSecondsPassed(quietSeconds);
    }
  }
}
