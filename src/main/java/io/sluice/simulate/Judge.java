package io.sluice.simulate;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.LaneSnapshot;
import io.sluice.admit.TierShares;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import io.sluice.journey.Action;
import java.util.EnumSet;
import java.util.Set;

/** Holds one lane of a run against the {@link Invariant}s, from the outside. One thread. */
final class Judge {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The gates that may always refuse a P0: its own bounds and the breaker, never its tier. */
  private static final Set<Reason> P0_MAY =
      EnumSet.of(
          Reason.DEADLINE_UNREACHABLE,
          Reason.WAIT_EXPIRED,
          Reason.LIMIT_SHRANK,
          Reason.TOO_HEAVY,
          Reason.BREAKER_OPEN);

  private final String lane;
  private final LaneOptions.Tiers tiers;
  private final Verdicts verdicts;
  private final boolean hardP0;
  private final boolean hardP1;
  private TierShares shares;
  private int limitBefore;
  private boolean overLimit;
  private boolean overShares;

  Judge(String lane, LaneOptions options, Verdicts verdicts) {
    this.lane = lane;
    this.tiers = options.tiers();
    this.verdicts = verdicts;
    this.hardP0 = tiers.p0().lend().fraction() == 0;
    this.hardP1 = tiers.p1().lend().fraction() == 0;
    this.limitBefore = options.firstLimit();
    this.shares = new TierShares(limitBefore, tiers);
  }

  /**
   * A call begins; if it is the first one, a permit was taken for it.
   *
   * @param weight of the permit
   * @param now the lane with the permit in it
   */
  void called(
      Exchange exchange, int weight, Action.Attempt attempt, LaneSnapshot now, long nowNanos) {
    follow(now);
    if (attempt.number() == 1) {
      admitted(exchange, weight, now);
    }
    long leftNanos = exchange.deadline().remainingNanos(nowNanos);
    judge(Invariant.NOTHING_DISPATCHED_LATE, leftNanos > 0, now);
    judge(
        Invariant.FORWARDED_DEADLINE_SHRINKS,
        attempt.forwardMillis() >= 1 && attempt.forwardMillis() * NANOS_PER_MILLI < leftNanos,
        now);
  }

  private void admitted(Exchange exchange, int weight, LaneSnapshot now) {
    int p0 = inFlight(now, Tier.P0);
    int p1 = inFlight(now, Tier.P1);
    int p2 = inFlight(now, Tier.P2);
    int total = p0 + p1 + p2;
    if (!overLimit) {
      judge(Invariant.IN_FLIGHT_WITHIN_LIMIT, total <= now.limit(), now);
    }
    judgeShares(exchange.tier(), weight, p0, p1, p2, now);
  }

  private void judgeShares(Tier tier, int weight, int p0, int p1, int p2, LaneSnapshot now) {
    // A P1 may have been handed its permit a moment before the limit shrank; a P2 never waits.
    if (hardP0 && (tier == Tier.P2 || (tier == Tier.P1 && !overShares))) {
      judge(Invariant.P0_RESERVE_KEPT, p1 + p2 <= shares.limit() - shares.reserveP0(), now);
    }
    if (tier == Tier.P2) {
      int waiting = waiting(now, Tier.P0) + waiting(now, Tier.P1);
      judge(Invariant.P2_ENTERS_LAST, waiting == 0, now);
      judge(Invariant.WATERMARK_KEPT, p0 + p1 + p2 - weight < shares.gate(), now);
      if (hardP0 && hardP1) {
        int reserved = shares.reserveP0() + shares.reserveP1();
        judge(Invariant.RESERVES_KEPT_AGAINST_P2, p2 <= shares.limit() - reserved, now);
      }
    }
  }

  /** Someone waited this long for a permit, of at most so long. */
  void waited(long waitedNanos, long boundNanos, LaneSnapshot now) {
    judge(Invariant.WAITS_ARE_BOUNDED, waitedNanos <= boundNanos, now);
  }

  /**
   * It was refused.
   *
   * @param weight of what it wanted
   * @param waits whether it would have waited for it
   */
  void refused(
      Exchange exchange, int weight, boolean waits, Outcome.Refused refused, LaneSnapshot now) {
    follow(now);
    if (exchange.tier() == Tier.P0) {
      boolean may = mayRefuseP0(refused.reason(), weight, waits, now);
      verdicts.judge(
          Invariant.P0_GOES_FIRST, may, () -> lane + ": " + refused.reason().code() + " at " + now);
      if (hardP0 && !overShares) {
        int lower = inFlight(now, Tier.P1) + inFlight(now, Tier.P2);
        judge(Invariant.P0_RESERVE_KEPT, lower <= shares.limit() - shares.reserveP0(), now);
      }
    }
    RetryHint hint = refused.hint();
    if (hint != null) {
      boolean floored = hint.afterMillis() >= hint.baseMillis() && hint.afterSeconds() >= 1;
      judge(Invariant.HINTS_ABOVE_FLOOR, floored, now);
    }
  }

  private static boolean mayRefuseP0(Reason reason, int weight, boolean waits, LaneSnapshot now) {
    return switch (reason) {
      case WAITERS_FULL -> waiting(now, Tier.P1) == 0;
      case LANE_FULL -> !waits && now.inFlight() + weight > now.limit();
      case WAITERS_AHEAD -> !waits && waiting(now, Tier.P0) > 0;
      default -> P0_MAY.contains(reason);
    };
  }

  /** Everything has ended. */
  void idle(LaneSnapshot now) {
    int left = now.tiers().stream().mapToInt(t -> t.inFlight() + t.waiting()).sum();
    judge(Invariant.PERMITS_END_ONCE, left == 0 && now.duplicateEnds() == 0, now);
  }

  /** What entered before the limit shrank may stay: until it has left, less can be asked. */
  private void follow(LaneSnapshot now) {
    int limit = now.limit();
    if (limit != limitBefore) {
      overLimit |= limit < limitBefore;
      overShares |= limit < limitBefore;
      limitBefore = limit;
      shares = new TierShares(limit, tiers);
    }
    if (overShares && now.inFlight() <= limit) {
      overLimit = false;
      int p2 = inFlight(now, Tier.P2);
      int lower = p2 + inFlight(now, Tier.P1);
      int forP1 = limit - shares.reserveP0();
      overShares = lower > forP1 || p2 > forP1 - shares.reserveP1();
    }
  }

  private void judge(Invariant invariant, boolean holds, LaneSnapshot now) {
    verdicts.judge(invariant, holds, () -> lane + ": " + now);
  }

  private static int inFlight(LaneSnapshot now, Tier tier) {
    return now.tiers().get(tier.rank()).inFlight();
  }

  private static int waiting(LaneSnapshot now, Tier tier) {
    return now.tiers().get(tier.rank()).waiting();
  }
}
