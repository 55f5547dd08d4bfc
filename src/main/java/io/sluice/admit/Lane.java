package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A bulkhead: one concurrency limit, shared by three tiers, with bounded waiters in front of it.
 *
 * <p>Any thread may call any method; one short lock decides, and whoever has to be told of a
 * decision is told after it is released, on its own executor. The lane knows no clock and no
 * threads: time comes in with every call.
 *
 * <ul>
 *   <li>An arrival enters if its tier's share allows and nobody of its own or a higher tier waits.
 *   <li>Otherwise P0 and P1 wait within their bounds, and P2 is refused.
 *   <li>Every end, expiry, cancellation and rise of the limit hands permits to the waiters from the
 *       top: P0 first, in order of arrival; whoever heads the queue and does not fit holds back its
 *       own and the lower tier, so that a heavy request is not overtaken for ever.
 *   <li>A permit counts in flight from the moment it is handed over, not from when it is picked up.
 * </ul>
 */
public final class Lane {
  private final String name;
  private final LaneOptions.Tiers tiers;
  private final ReentrantLock lock = new ReentrantLock();

  // Everything below is guarded by the lock.
  private TierShares shares;
  private final int[] inFlight = new int[Tier.COUNT];
  private final Waiters waiters;
  private final ShedStats sheds;
  private final RateMeter completions;
  private final LivePermits live = new LivePermits();
  private @Nullable Ticket woken;
  private long duplicateEnds;

  public Lane(String name, LaneOptions options, long nowNanos) {
    this.name = name;
    this.tiers = options.tiers();
    this.shares = new TierShares(options.limit(), tiers);
    this.waiters = new Waiters(options.waiters());
    this.sheds = new ShedStats(nowNanos);
    this.completions = new RateMeter(nowNanos);
  }

  /** In, wait or out. A {@link Ticket} is settled later, on the ask's own executor. */
  public Decision offer(Ask ask, long nowNanos) {
    Ticket toWake;
    Decision decision;
    lock.lock();
    try {
      decision = decide(ask, nowNanos);
      toWake = takeWoken();
    } finally {
      lock.unlock();
    }
    wake(toWake, nowNanos);
    return decision;
  }

  private Decision decide(Ask ask, long nowNanos) {
    Tier tier = ask.tier();
    sheds.arrival(tier, nowNanos);
    if (ask.weight() > shares.heaviest(tier)) {
      return shed(Reason.TOO_HEAVY, tier, nowNanos);
    }
    if (ask.deadline().remainingNanos(nowNanos) <= ask.expectedServiceNanos()) {
      return shed(Reason.DEADLINE_UNREACHABLE, tier, nowNanos);
    }
    if (!waiters.anyAtOrAbove(tier) && fits(tier, ask.weight())) {
      return take(ask, nowNanos);
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
    // An empty queue takes its first waiter whatever the estimate says: it is how the estimate
    // learns.
    if (waiters.count(tier) > 0) {
      long predictedNanos =
          waiters.predictedNanos(tier, waiters.weight(tier) + ask.weight(), nowNanos);
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
    var ticket = new Ticket(ask, nowNanos, nowNanos + boundNanos);
    waiters.add(ticket, nowNanos);
    return ticket;
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
   * Takes the permit that was handed to a ticket; called on {@code home} once it is settled.
   *
   * @return null if the place was lost or the grant comes past the deadline; {@link Ticket#shed}
   *     says why unless the client left by itself
   */
  public @Nullable Permit claim(Ticket ticket, long nowNanos) {
    if (!ticket.ask().deadline().isPast(nowNanos)) {
      return ticket.takeGrant(Ticket.State.CLAIMED);
    }
    Permit late = ticket.takeGrant(Ticket.State.GONE);
    if (late != null) {
      end(late, Ending.IGNORED, nowNanos);
    }
    return null;
  }

  /** The client left: gives up the place, or the permit that is on its way. Idempotent. */
  public void cancel(Ticket ticket, long nowNanos) {
    if (leave(ticket, null, nowNanos)) {
      return;
    }
    Permit granted = ticket.takeGrant(Ticket.State.GONE);
    if (granted != null) {
      end(granted, Ending.IGNORED, nowNanos);
    }
  }

  /**
   * The ticket's time is up.
   *
   * @return the refusal to answer with, or null if the ticket was settled before
   */
  public @Nullable Shed expire(Ticket ticket, long nowNanos) {
    return leave(ticket, Reason.WAIT_EXPIRED, nowNanos) ? ticket.shed() : null;
  }

  private boolean leave(Ticket ticket, @Nullable Reason reason, long nowNanos) {
    Ticket toWake;
    lock.lock();
    try {
      if (ticket.state() != Ticket.State.WAITING) {
        return false;
      }
      waiters.remove(ticket, nowNanos);
      ticket.lose(reason == null ? null : shed(reason, ticket.tier(), nowNanos));
      drain(nowNanos);
      toWake = takeWoken();
    } finally {
      lock.unlock();
    }
    wake(toWake, nowNanos);
    return true;
  }

  /**
   * Gives a permit back. Only the first end of a permit counts; further ones are counted as bugs.
   */
  public void end(Permit permit, Ending ending, long nowNanos) {
    Ticket toWake;
    lock.lock();
    try {
      if (!permit.endOnce()) {
        duplicateEnds++;
        return;
      }
      inFlight[permit.tier().rank()] -= permit.weight();
      live.remove(permit);
      if (ending != Ending.IGNORED) {
        completions.add(permit.weight(), nowNanos);
      }
      drain(nowNanos);
      toWake = takeWoken();
    } finally {
      lock.unlock();
    }
    wake(toWake, nowNanos);
  }

  /** A refusal for a reason outside the lane, counted and explained like its own. */
  public Shed refuse(Reason reason, Tier tier, long nowNanos) {
    lock.lock();
    try {
      return shed(reason, tier, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The limit moved. Nobody in flight is preempted; a rise is handed out at once, and on a fall
   * waiters are predicted anew: those that no longer fit are refused now instead of waiting for it.
   *
   * @param limit ⌊L⌋, ≥ 1
   */
  public void limitChanged(int limit, long nowNanos) {
    Ticket toWake;
    lock.lock();
    try {
      double factor = (double) limit / shares.limit();
      shares = new TierShares(limit, tiers);
      if (factor < 1) {
        waiters.limitScaled(factor);
        refuseWhoNoLongerFits(Tier.P0, nowNanos);
        refuseWhoNoLongerFits(Tier.P1, nowNanos);
      }
      drain(nowNanos);
      toWake = takeWoken();
    } finally {
      lock.unlock();
    }
    wake(toWake, nowNanos);
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
      long predictedNanos = waiters.predictedNanos(tier, weightAhead + ticket.weight(), nowNanos);
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
        addWoken(next);
      } else {
        return;
      }
      next = waiters.next();
    }
  }

  private Permit take(Ask ask, long nowNanos) {
    inFlight[ask.tier().rank()] += ask.weight();
    sheds.admitted(ask.tier());
    var permit = new Permit(ask.tier(), ask.weight(), ask.owner(), nowNanos);
    live.add(permit);
    return permit;
  }

  private void refuse(Ticket waiting, Reason reason, long nowNanos) {
    waiters.remove(waiting, nowNanos);
    waiting.lose(shed(reason, waiting.tier(), nowNanos));
    addWoken(waiting);
  }

  private Shed shed(Reason reason, Tier tier, long nowNanos) {
    int level = sheds.shed(tier, nowNanos);
    double perSecond = completions.perSecond(nowNanos);
    return new Shed(
        reason,
        tier,
        total(),
        shares.limit(),
        waiters.count(),
        nanosAt(perSecond, total() + waiters.weight()),
        nanosAt(perSecond, sheds.lastSecond(nowNanos)),
        level);
  }

  private static long nanosAt(double perSecond, long amount) {
    return perSecond <= 0 ? Long.MAX_VALUE : (long) (amount * 1e9 / perSecond);
  }

  private boolean fits(Tier tier, int weight) {
    return shares.fits(tier, weight, inFlight[0], inFlight[1], inFlight[2]);
  }

  private int total() {
    return inFlight[0] + inFlight[1] + inFlight[2];
  }

  private void addWoken(Ticket ticket) {
    ticket.nextWoken = woken;
    woken = ticket;
  }

  private @Nullable Ticket takeWoken() {
    Ticket taken = woken;
    woken = null;
    return taken;
  }

  /** Outside the lock: tells each settled ticket's owner, on its own executor. */
  private void wake(@Nullable Ticket first, long nowNanos) {
    for (Ticket ticket = first; ticket != null; ticket = ticket.nextWoken) {
      Ticket settled = ticket;
      try {
        settled.ask().home().execute(() -> settled.ask().onSettled().accept(settled));
      } catch (RuntimeException homeIsClosed) {
        // Its event loop has ended, and with it the client; the permit must not be lost with them.
        cancel(settled, nowNanos);
      }
    }
  }

  public String name() {
    return name;
  }

  /** What operators see; takes the lock for a moment. */
  public LaneSnapshot snapshot(long nowNanos) {
    lock.lock();
    try {
      var perTier = new ArrayList<LaneSnapshot.TierSnapshot>(Tier.COUNT);
      for (Tier tier : Tier.values()) {
        int waiting = tier == Tier.P2 ? 0 : waiters.count(tier);
        perTier.add(sheds.snapshot(tier, inFlight[tier.rank()], waiting, nowNanos));
      }
      Permit oldest = live.oldest();
      return new LaneSnapshot(
          shares.limit(),
          perTier,
          completions.perSecond(nowNanos),
          duplicateEnds,
          oldest == null ? 0 : nowNanos - oldest.takenAtNanos(),
          oldest == null ? null : oldest.owner());
    } finally {
      lock.unlock();
    }
  }
}
