package io.sluice.admit;

import io.sluice.admit.limit.Limit;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one lane: who enters, waits or is refused, and whose turn is next. Not thread-safe;
 * the {@link Lane} guards every call with its lock and then tells the tickets that {@link
 * #takeSettled} names.
 *
 * <p>Whatever happens to a lane begins with a look at the order of its waiters, and all that comes
 * of it sees that one order.
 */
final class Admission {
  private final LaneOptions options;
  private final Books books;
  private final Waiters waiters;
  private final Queueing queueing;

  // Of the books, what every request looks into: a page less to turn.
  private final InFlight inFlight;
  private final ShedStats sheds;
  private final Settled settled;
  private final @Nullable LimitLoop loop;

  private @Nullable LimitMove moved;

  Admission(LaneOptions options, @Nullable Limit limit, boolean enforced, long nowNanos) {
    this.loop = limit == null ? null : new LimitLoop(limit, enforced, nowNanos);
    int first = loop != null && enforced ? loop.current() : options.firstLimit();
    this.options = options;
    this.books = new Books(options, loop, first, nowNanos);
    this.waiters = books.waiters;
    this.queueing = new Queueing(books);
    this.inFlight = books.inFlight;
    this.sheds = books.sheds;
    this.settled = books.settled;
  }

  Decision offer(Ask ask, long nowNanos) {
    // Arrivals close windows too, or a lane whose calls all hang would never hear of it.
    followLimit(nowNanos);
    look(nowNanos);
    Tier tier = ask.tier();
    sheds.arrival(tier, nowNanos);
    boolean inTime = ask.deadline().remainingNanos(nowNanos) > ask.expectedServiceNanos();
    if (inTime && !waiters.anyAtOrAbove(tier) && books.fits(tier, ask.weight())) {
      return books.take(ask, nowNanos);
    }
    if (ask.weight() > books.shares().heaviest(tier)) {
      return books.shed(Reason.TOO_HEAVY, tier, nowNanos);
    }
    if (!inTime) {
      return books.shed(Reason.DEADLINE_UNREACHABLE, tier, nowNanos);
    }
    return tier == Tier.P2 || ask.maxWaitNanos() == 0
        ? books.shed(whatIsFull(tier, ask.weight()), tier, nowNanos)
        : queueing.queue(ask, nowNanos);
  }

  /** For a tier or request that does not wait: the gate that a free permit would have to pass. */
  private Reason whatIsFull(Tier tier, int weight) {
    int weightInFlight = inFlight.weight();
    if (tier == Tier.P2 && weightInFlight >= books.shares().gate()) {
      return Reason.WATERMARK;
    }
    if (weightInFlight + weight > books.shares().limit()) {
      return Reason.LANE_FULL;
    }
    return waiters.anyAtOrAbove(tier) ? Reason.WAITERS_AHEAD : Reason.TIER_CEILING;
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
    books.order.look(nowNanos);
    if (reason == null) {
      waiters.remove(ticket, nowNanos);
      sheds.abandoned(ticket.tier());
      ticket.lose(null);
    } else {
      books.lose(ticket, reason, nowNanos);
    }
    drain(nowNanos);
    return true;
  }

  /** A ticket's permit that nobody will claim, if it was granted one, goes to the next in turn. */
  void takeBack(Ticket ticket, long nowNanos) {
    Permit permit = ticket.takeGrant(Ticket.State.GONE);
    if (permit != null) {
      handOn(permit, Ending.IGNORED, Lane.NOT_MEASURED, nowNanos);
    }
  }

  void end(Permit permit, Ending ending, long latencyNanos, long nowNanos) {
    look(nowNanos);
    handOn(permit, ending, latencyNanos, nowNanos);
  }

  private void handOn(Permit permit, Ending ending, long latencyNanos, long nowNanos) {
    if (!inFlight.end(permit, ending, nowNanos)) {
      return;
    }
    if (loop != null) {
      loop.inFlight(inFlight.weight(), nowNanos);
      loop.ended(ending, permit.weight(), latencyNanos);
      followLimit(nowNanos);
    }
    drain(nowNanos);
  }

  /** Where nobody waits there is no order. */
  private void look(long nowNanos) {
    if (waiters.count() > 0) {
      books.order.look(nowNanos);
    }
  }

  /** Whether a window is over, and what that means for the limit. */
  private void followLimit(long nowNanos) {
    if (loop == null) {
      return;
    }
    LimitMove move = loop.judge(waiters.count() > 0, nowNanos);
    if (move != null) {
      moved = move;
      if (loop.isEnforced()) {
        limitChanged(move.to(), nowNanos);
      }
    }
  }

  void limitChanged(int limit, long nowNanos) {
    books.order.look(nowNanos);
    int before = books.shares().limit();
    books.share(limit);
    waiters.limitScaled((double) limit / before);
    if (limit < before) {
      queueing.refuseWhoNoLongerFits(Tier.P0, nowNanos);
      queueing.refuseWhoNoLongerFits(Tier.P1, nowNanos);
    }
    drain(nowNanos);
  }

  /** Hands free permits to the waiters, from the top, until the next in turn does not fit. */
  private void drain(long nowNanos) {
    Ticket next = waiters.next();
    while (next != null) {
      if (next.untilNanos() - nowNanos < 0) {
        books.refuse(next, Reason.WAIT_EXPIRED, nowNanos);
      } else if (books.fits(next.tier(), next.weight())) {
        waiters.grant(next, nowNanos);
        books.bounds.waited(next, nowNanos);
        next.grant(books.take(next.ask(), nowNanos));
        settled.add(next);
      } else {
        queueing.keepForWhoIsNext();
        return;
      }
      next = waiters.next();
    }
  }

  /** A refusal of someone who has a permit, for a reason outside the lane. */
  Shed shedAdmitted(Reason reason, Tier tier, long nowNanos) {
    sheds.shedAfterAdmission(tier);
    return books.shed(reason, tier, nowNanos);
  }

  /** The list of tickets settled since the last call, in turn; each has to be told, once. */
  @Nullable Ticket takeSettled() {
    return settled.take();
  }

  /** The limit's last change, once. */
  @Nullable LimitMove takeMoved() {
    LimitMove taken = moved;
    if (taken != null) {
      moved = null;
    }
    return taken;
  }

  /** Whether the limit is well below what it has been of late. Any thread, without the lock. */
  boolean isShrunk() {
    return loop != null && loop.isShrunk();
  }

  /** The last changes of the limit, oldest first. */
  List<LimitMove> moves() {
    return loop == null ? List.of() : loop.moves();
  }

  LaneSnapshot snapshot(long nowNanos) {
    books.order.look(nowNanos);
    var perTier = new ArrayList<LaneSnapshot.TierSnapshot>(Tier.COUNT);
    for (Tier tier : Tier.values()) {
      perTier.add(snapshot(tier, nowNanos));
    }
    LivePermits.Held oldest = inFlight.oldest(nowNanos);
    return new LaneSnapshot(
        books.shares().limit(),
        perTier,
        inFlight.completionsPerSecond(nowNanos),
        inFlight.duplicateEnds(),
        oldest == null ? 0 : nowNanos - oldest.sinceNanos(),
        oldest == null ? null : oldest.owner(),
        books.order.isOverloaded(),
        books.order.overloads(),
        loop == null ? null : loop.state());
  }

  private LaneSnapshot.TierSnapshot snapshot(Tier tier, long nowNanos) {
    long longestNanos = options.tiers().of(tier).maxWait().toNanos();
    return sheds.snapshot(
        tier,
        inFlight.weight(tier),
        tier == Tier.P2 ? 0 : waiters.count(tier),
        books.bounds.inForce(tier, longestNanos, nowNanos),
        books.bounds.share(tier, nowNanos),
        nowNanos);
  }
}
