package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The rules and the books of one lane: who enters, waits or is refused, who is in flight, and whose
 * turn is next. Not thread-safe; the {@link Lane} guards every call with its lock and then tells
 * the tickets that {@link #takeSettled} names.
 */
final class Admission {
  private final LaneOptions.Tiers tiers;
  private final int[] inFlight = new int[Tier.COUNT];
  private final Waiters waiters;
  private final ShedStats sheds;
  private final RateMeter completions;
  private final LivePermits live = new LivePermits();
  private TierShares shares;
  private @Nullable Ticket settled;
  private @Nullable Ticket lastSettled;
  private long duplicateEnds;

  Admission(LaneOptions options, long nowNanos) {
    this.tiers = options.tiers();
    this.shares = new TierShares(options.limit(), tiers);
    this.waiters = new Waiters(options.waiters());
    this.sheds = new ShedStats(nowNanos);
    this.completions = new RateMeter(nowNanos);
  }

  Decision offer(Ask ask, long nowNanos) {
    Tier tier = ask.tier();
    sheds.arrival(tier, nowNanos);
    boolean inTime = ask.deadline().remainingNanos(nowNanos) > ask.expectedServiceNanos();
    if (inTime && !waiters.anyAtOrAbove(tier) && fits(tier, ask.weight())) {
      return take(ask, nowNanos);
    }
    if (ask.weight() > shares.heaviest(tier)) {
      return shed(Reason.TOO_HEAVY, tier, nowNanos);
    }
    if (!inTime) {
      return shed(Reason.DEADLINE_UNREACHABLE, tier, nowNanos);
    }
    return tier == Tier.P2 || ask.maxWaitNanos() == 0
        ? shed(whatIsFull(tier, ask.weight()), tier, nowNanos)
        : queue(ask, nowNanos);
  }

  /** For a tier or request that does not wait: the gate that a free permit would have to pass. */
  private Reason whatIsFull(Tier tier, int weight) {
    if (tier == Tier.P2 && total() >= shares.gate()) {
      return Reason.WATERMARK;
    }
    if (total() + weight > shares.limit()) {
      return Reason.LANE_FULL;
    }
    return waiters.anyAtOrAbove(tier) ? Reason.WAITERS_AHEAD : Reason.TIER_CEILING;
  }

  private Decision queue(Ask ask, long nowNanos) {
    Tier tier = ask.tier();
    long remainingNanos = ask.deadline().remainingNanos(nowNanos);
    long latestNanos = remainingNanos - ask.expectedServiceNanos();
    long boundNanos = Math.min(latestNanos, Math.min(ask.maxWaitNanos(), remainingNanos / 2));
    long predictedNanos = predictedNanos(tier, waiters.weight(tier) + ask.weight(), nowNanos);
    // An empty queue takes its first waiter whatever the estimate says: it is how the estimate
    // learns.
    if (waiters.count(tier) > 0) {
      if (predictedNanos > latestNanos) {
        return shed(Reason.DEADLINE_UNREACHABLE, tier, nowNanos);
      }
      // P0 is not refused for a guess about its wait bound, only for passing it.
      if (tier != Tier.P0 && predictedNanos > boundNanos) {
        return shed(Reason.WAIT_TOO_LONG, tier, nowNanos);
      }
    }
    if (waiters.isFull() && !makeRoomFor(tier, nowNanos)) {
      return shed(Reason.WAITERS_FULL, tier, nowNanos);
    }
    var ticket = new Ticket(ask, nowNanos, nowNanos + boundNanos, predictedNanos);
    waiters.add(ticket, nowNanos);
    return ticket;
  }

  /**
   * How long until this much of a tier's waiting weight will have been granted; 0 if unknown.
   *
   * <p>While more is in flight than the limit, the excess has to end first. Ends come in proportion
   * to what is in flight and the grant rate in proportion to the limit, so it counts for excess ×
   * limit / in flight.
   */
  private long predictedNanos(Tier tier, int weight, long nowNanos) {
    int limit = shares.limit();
    long excess = Math.max(0, total() - limit);
    int ahead = excess == 0 ? 0 : (int) (excess * limit / total());
    return waiters.predictedNanos(tier, ahead + weight, nowNanos);
  }

  private boolean makeRoomFor(Tier tier, long nowNanos) {
    Ticket newestP1 = tier == Tier.P0 ? waiters.newestOf(Tier.P1) : null;
    if (newestP1 == null) {
      return false;
    }
    refuse(newestP1, Reason.EVICTED, nowNanos);
    return true;
  }

  /**
   * A ticket gives up its place by itself.
   *
   * @param reason null when its client left
   * @return false if it was settled before
   */
  boolean leave(Ticket ticket, @Nullable Reason reason, long nowNanos) {
    if (ticket.state() != Ticket.State.WAITING) {
      return false;
    }
    waiters.remove(ticket, nowNanos);
    if (reason == null) {
      sheds.abandoned(ticket.tier());
      ticket.lose(null);
    } else {
      ticket.lose(shed(reason, ticket.tier(), nowNanos));
    }
    drain(nowNanos);
    return true;
  }

  /** A ticket's permit that nobody will claim, if it was granted one, goes to the next in turn. */
  void takeBack(Ticket ticket, long nowNanos) {
    Permit permit = ticket.takeGrant(Ticket.State.GONE);
    if (permit != null) {
      end(permit, Ending.IGNORED, nowNanos);
    }
  }

  void end(Permit permit, Ending ending, long nowNanos) {
    if (!permit.endOnce()) {
      duplicateEnds++;
      return;
    }
    inFlight[permit.tier().rank()] -= permit.weight();
    live.remove(permit.slot());
    if (ending != Ending.IGNORED) {
      completions.add(permit.weight(), nowNanos);
    }
    drain(nowNanos);
  }

  void limitChanged(int limit, long nowNanos) {
    int before = shares.limit();
    shares = new TierShares(limit, tiers);
    waiters.limitScaled((double) limit / before);
    if (limit < before) {
      refuseWhoNoLongerFits(Tier.P0, nowNanos);
      refuseWhoNoLongerFits(Tier.P1, nowNanos);
    }
    drain(nowNanos);
  }

  private void refuseWhoNoLongerFits(Tier tier, long nowNanos) {
    int weightAhead = 0;
    Ticket ticket = waiters.firstOf(tier);
    while (ticket != null) {
      Ticket behind = ticket.behind;
      long untilNanos =
          tier == Tier.P0
              ? ticket.ask().deadline().atNanos() - ticket.ask().expectedServiceNanos()
              : ticket.untilNanos();
      long predictedNanos = predictedNanos(tier, weightAhead + ticket.weight(), nowNanos);
      if (ticket.weight() > shares.heaviest(tier)) {
        refuse(ticket, Reason.TOO_HEAVY, nowNanos);
      } else if (weightAhead > 0 && predictedNanos > untilNanos - nowNanos) {
        refuse(ticket, Reason.LIMIT_SHRANK, nowNanos);
      } else {
        weightAhead += ticket.weight();
      }
      ticket = behind;
    }
  }

  /** Hands free permits to the waiters, from the top, until the next in turn does not fit. */
  private void drain(long nowNanos) {
    Ticket next = waiters.next();
    while (next != null) {
      if (next.untilNanos() - nowNanos < 0) {
        refuse(next, Reason.WAIT_EXPIRED, nowNanos);
      } else if (fits(next.tier(), next.weight())) {
        waiters.grant(next, nowNanos);
        next.grant(take(next.ask(), nowNanos));
        addSettled(next);
      } else {
        return;
      }
      next = waiters.next();
    }
  }

  private Permit take(Ask ask, long nowNanos) {
    inFlight[ask.tier().rank()] += ask.weight();
    return new Permit(ask, live.add(ask.owner(), nowNanos), nowNanos);
  }

  private void refuse(Ticket waiting, Reason reason, long nowNanos) {
    waiters.remove(waiting, nowNanos);
    waiting.lose(shed(reason, waiting.tier(), nowNanos));
    addSettled(waiting);
  }

  /** A refusal of someone who has a permit, for a reason outside the lane. */
  Shed shedAdmitted(Reason reason, Tier tier, long nowNanos) {
    sheds.shedAfterAdmission(tier);
    return shed(reason, tier, nowNanos);
  }

  private Shed shed(Reason reason, Tier tier, long nowNanos) {
    sheds.shed(tier, nowNanos);
    double nanosPerPermit = completions.nanosPerUnit(nowNanos);
    return new Shed(
        reason,
        tier,
        total(),
        shares.limit(),
        waiters.count(),
        nanos(total() + waiters.weight(), nanosPerPermit),
        nanos(sheds.lastSecond(nowNanos), nanosPerPermit),
        sheds.level(tier, nowNanos));
  }

  private static long nanos(long permits, double nanosPerPermit) {
    return nanosPerPermit == Double.POSITIVE_INFINITY
        ? Long.MAX_VALUE
        : (long) (permits * nanosPerPermit);
  }

  private boolean fits(Tier tier, int weight) {
    return shares.fits(tier, weight, inFlight[0], inFlight[1], inFlight[2]);
  }

  private int total() {
    return inFlight[0] + inFlight[1] + inFlight[2];
  }

  private void addSettled(Ticket ticket) {
    if (lastSettled == null) {
      settled = ticket;
    } else {
      lastSettled.appendSettled(ticket);
    }
    lastSettled = ticket;
  }

  /** The list of tickets settled since the last call, in turn; each has to be told, once. */
  @Nullable Ticket takeSettled() {
    Ticket taken = settled;
    if (taken != null) {
      settled = null;
      lastSettled = null;
    }
    return taken;
  }

  LaneSnapshot snapshot(long nowNanos) {
    var perTier = new ArrayList<LaneSnapshot.TierSnapshot>(Tier.COUNT);
    for (Tier tier : Tier.values()) {
      int waiting = tier == Tier.P2 ? 0 : waiters.count(tier);
      perTier.add(sheds.snapshot(tier, inFlight[tier.rank()], waiting, nowNanos));
    }
    LivePermits.Held oldest = live.oldest(nowNanos);
    return new LaneSnapshot(
        shares.limit(),
        perTier,
        completions.perSecond(nowNanos),
        duplicateEnds,
        oldest == null ? 0 : nowNanos - oldest.sinceNanos(),
        oldest == null ? null : oldest.owner());
  }
}
