package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The books of one lane: the shares of its limit, who is in flight, who waits, who was refused; and
 * how a refusal is written down. Not thread-safe; the lane's lock guards it.
 */
final class Books {
  /** Refusals and losses that a higher limit would have spared: they say that it is too low. */
  private static final Set<Reason> OF_A_CEILING =
      EnumSet.of(
          Reason.WATERMARK,
          Reason.TIER_CEILING,
          Reason.LANE_FULL,
          Reason.WAITERS_AHEAD,
          Reason.WAITERS_FULL,
          Reason.EVICTED,
          Reason.WAIT_TOO_LONG,
          Reason.WAIT_EXPIRED,
          Reason.LIMIT_SHRANK);

  final InFlight inFlight;
  final AdaptiveLifo order;
  final Waiters waiters;
  final WaitBounds bounds;
  final ShedStats sheds;
  final Settled settled = new Settled();

  /** Null for a limit that does not move by itself. */
  final @Nullable LimitLoop loop;

  private final LaneOptions.Tiers tiers;
  private TierShares shares;

  Books(LaneOptions options, @Nullable LimitLoop loop, int limit, long nowNanos) {
    this.tiers = options.tiers();
    this.loop = loop;
    this.shares = new TierShares(limit, tiers);
    this.inFlight = new InFlight(nowNanos);
    this.order = new AdaptiveLifo(options.codel());
    this.waiters = new Waiters(options.waiters(), order);
    this.bounds = new WaitBounds(options.waitShortening(), nowNanos);
    this.sheds = new ShedStats(nowNanos);
  }

  TierShares shares() {
    return shares;
  }

  /** The limit is this from now on. */
  void share(int limit) {
    shares = new TierShares(limit, tiers);
  }

  boolean fits(Tier tier, int weight) {
    return inFlight.leavesRoom(shares, tier, weight);
  }

  Permit take(Ask ask, long nowNanos) {
    Permit permit = inFlight.take(ask, nowNanos);
    if (loop != null) {
      loop.inFlight(inFlight.weight(), nowNanos);
    }
    return permit;
  }

  /** Somebody who waits loses the place, and is to be told. */
  void refuse(Ticket waiting, Reason reason, long nowNanos) {
    lose(waiting, reason, nowNanos);
    settled.add(waiting);
  }

  /** Somebody who waits loses the place. */
  void lose(Ticket waiting, Reason reason, long nowNanos) {
    waiters.remove(waiting, nowNanos);
    if (reason == Reason.WAIT_EXPIRED) {
      bounds.waited(waiting, nowNanos);
    }
    waiting.lose(shed(reason, waiting.tier(), nowNanos));
  }

  Shed shed(Reason reason, Tier tier, long nowNanos) {
    sheds.shed(tier, nowNanos);
    if (loop != null && OF_A_CEILING.contains(reason)) {
      loop.saturated();
    }
    double nanosPerPermit = inFlight.nanosPerPermit(nowNanos);
    return new Shed(
        reason,
        tier,
        inFlight.weight(),
        shares.limit(),
        waiters.count(),
        nanos(inFlight.weight() + waiters.weight(), nanosPerPermit),
        nanos(sheds.lastSecond(nowNanos), nanosPerPermit),
        sheds.level(tier, nowNanos));
  }

  private static long nanos(long permits, double nanosPerPermit) {
    return nanosPerPermit == Double.POSITIVE_INFINITY
        ? Long.MAX_VALUE
        : (long) (permits * nanosPerPermit);
  }
}
