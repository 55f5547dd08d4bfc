package io.sluice.admit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lane written down a second time, from the specification, with lists and loops. Told of every
 * event that the real one is told of, it computes what must have come of it and compares.
 *
 * <p>Only predictions are the real lane's own: where it refuses for one, the model checks that it
 * was lawful to and follows; and whether P1 is overloaded, of which it checks what follows.
 */
final class LaneModel {
  private static final Set<Reason> PREDICTED =
      EnumSet.of(Reason.WAIT_TOO_LONG, Reason.DEADLINE_UNREACHABLE);

  private final Lane lane;
  private final int capacity;
  private final QueueModel queue = new QueueModel();
  private final List<Waiter> unchecked = new ArrayList<>();
  private final int[] inFlight = new int[Tier.COUNT];
  private final long[] arrivals = new long[Tier.COUNT];
  private final long[] admitted = new long[Tier.COUNT];
  private final long[] shed = new long[Tier.COUNT];
  private final Set<Reason> reasonsSeen;
  private final LaneOptions options;
  private NaiveShares shares;
  private long duplicateEnds;

  /**
   * @param reasonsSeen collects why anybody was refused
   */
  LaneModel(Lane lane, NaiveShares shares, LaneOptions options, Set<Reason> reasonsSeen) {
    this.lane = lane;
    this.shares = shares;
    this.options = options;
    this.capacity = options.waiters();
    this.reasonsSeen = reasonsSeen;
  }

  /** Returns the new waiter if the decision is a ticket. */
  @Nullable Waiter offered(Ask ask, boolean homeClosed, Decision decision, long nowNanos) {
    Tier tier = ask.tier();
    arrivals[tier.rank()]++;
    long remainingNanos = ask.deadline().atNanos() - nowNanos;
    if (!shares.enters(tier, ask.weight(), 0, 0, 0)) {
      expectShed(decision, tier, Reason.TOO_HEAVY);
    } else if (remainingNanos <= ask.expectedServiceNanos()) {
      expectShed(decision, tier, Reason.DEADLINE_UNREACHABLE);
    } else if (!queue.anyAtOrAbove(tier) && enters(ask)) {
      assertThat(decision).isInstanceOf(Permit.class);
      admit(ask);
    } else if (tier == Tier.P2 || ask.maxWaitNanos() == 0) {
      expectShed(decision, tier, whatIsFull(ask));
    } else if (decision instanceof Shed refusal && PREDICTED.contains(refusal.reason())) {
      assertThat(queue.count(tier)).as("a prediction needs someone ahead").isPositive();
      assertThat(tier == Tier.P0 && refusal.reason() == Reason.WAIT_TOO_LONG).isFalse();
      countShed(tier, refusal.reason());
    } else if (queue.count() >= capacity && !evictFor(tier)) {
      expectShed(decision, tier, Reason.WAITERS_FULL);
    } else {
      assertThat(decision).isInstanceOf(Ticket.class);
      var waiter = new Waiter((Ticket) decision, homeClosed);
      long until = Math.min(inForce(tier, ask.maxWaitNanos(), nowNanos), remainingNanos / 2);
      until = Math.min(until, remainingNanos - ask.expectedServiceNanos());
      assertThat(waiter.ticket.untilNanos()).isEqualTo(nowNanos + until);
      queue.add(waiter);
      keepForWhoIsNext();
      unchecked.add(waiter);
      return waiter;
    }
    return null;
  }

  /** How much is left of a wait is the lane's own; here, only that it is applied. */
  private long inForce(Tier tier, long maxWaitNanos, long nowNanos) {
    double share = lane.snapshot(nowNanos).tiers().get(tier.rank()).waitShare();
    boolean shortens = options.waitShortening() == PolicyMode.ENFORCE && share < 1;
    return shortens ? (long) (maxWaitNanos * share) : maxWaitNanos;
  }

  private boolean evictFor(Tier tier) {
    Waiter evicted = queue.evictedFor(tier);
    if (evicted != null) {
      refuse(evicted, Reason.EVICTED);
    }
    return evicted != null;
  }

  /** Before anything is done to the lane: in which order P1 is served is its own. */
  void look(long nowNanos) {
    boolean turns = options.codel().mode() == PolicyMode.ENFORCE;
    queue.turn(turns && lane.snapshot(nowNanos).overloaded());
  }

  private void keepForWhoIsNext() {
    if (shares.enters(Tier.P1, 1, inFlight[0], inFlight[1], inFlight[2])) {
      queue.keepForWhoIsNext();
    }
  }

  private Reason whatIsFull(Ask ask) {
    if (ask.tier() == Tier.P2 && inFlight() >= shares.gate()) {
      return Reason.WATERMARK;
    }
    if (inFlight() + ask.weight() > shares.limit()) {
      return Reason.LANE_FULL;
    }
    return queue.anyAtOrAbove(ask.tier()) ? Reason.WAITERS_AHEAD : Reason.TIER_CEILING;
  }

  void ended(Permit permit, long nowNanos) {
    inFlight[permit.tier().rank()] -= permit.weight();
    drain(nowNanos);
  }

  void endedAgain() {
    duplicateEnds++;
  }

  void cancelled(Waiter waiter, long nowNanos) {
    if (waiter.state == Ticket.State.WAITING) {
      queue.leave(waiter);
      waiter.state = Ticket.State.GONE;
    } else if (waiter.state == Ticket.State.GRANTED) {
      giveBack(waiter);
    } else {
      return;
    }
    drain(nowNanos);
  }

  void expired(Waiter waiter, @Nullable Shed refusal, long nowNanos) {
    if (waiter.state != Ticket.State.WAITING) {
      assertThat(refusal).isNull();
      return;
    }
    assertThat(requireNonNull(refusal).reason()).isEqualTo(Reason.WAIT_EXPIRED);
    queue.leave(waiter);
    waiter.state = Ticket.State.GONE;
    waiter.reason = Reason.WAIT_EXPIRED;
    countShed(waiter.tier(), Reason.WAIT_EXPIRED);
    drain(nowNanos);
  }

  void claimed(Waiter waiter, @Nullable Permit permit, long nowNanos) {
    boolean inTime = waiter.ticket.ask().deadline().atNanos() - nowNanos > 0;
    assertThat(permit != null)
        .as("a permit is claimed in time or not at all")
        .isEqualTo(waiter.state == Ticket.State.GRANTED && inTime);
    if (permit != null) {
      waiter.state = Ticket.State.CLAIMED;
    } else if (waiter.state == Ticket.State.GRANTED) {
      giveBack(waiter);
      drain(nowNanos);
    }
  }

  void limitChanged(int limit, long nowNanos) {
    boolean shrank = limit < shares.limit();
    shares = shares.withLimit(limit);
    for (Tier tier : shrank ? List.of(Tier.P0, Tier.P1) : List.<Tier>of()) {
      boolean someoneStaysAhead = false;
      for (Waiter waiter : queue.inTurn(tier)) {
        Shed refusal = waiter.ticket.shed();
        if (!shares.enters(tier, waiter.ticket.weight(), 0, 0, 0)) {
          refuse(waiter, Reason.TOO_HEAVY);
        } else if (refusal != null && refusal.reason() == Reason.LIMIT_SHRANK) {
          assertThat(someoneStaysAhead).as("the first in line stays").isTrue();
          refuse(waiter, Reason.LIMIT_SHRANK);
        } else {
          someoneStaysAhead = true;
        }
      }
    }
    drain(nowNanos);
  }

  private void drain(long nowNanos) {
    Deque<Waiter> stranded = grantWhoFits(nowNanos);
    while (!stranded.isEmpty()) {
      giveBack(stranded.removeFirst());
      grantWhoFits(nowNanos).reversed().forEach(stranded::addFirst);
    }
  }

  /** Returns those whose home is closed. */
  private Deque<Waiter> grantWhoFits(long nowNanos) {
    var stranded = new ArrayDeque<Waiter>();
    for (Waiter next = queue.next(); next != null; next = queue.next()) {
      if (next.ticket.untilNanos() - nowNanos < 0) {
        refuse(next, Reason.WAIT_EXPIRED);
      } else if (enters(next.ticket.ask())) {
        grant(next);
        if (next.homeClosed) {
          stranded.add(next);
        }
      } else {
        keepForWhoIsNext();
        break;
      }
    }
    return stranded;
  }

  private void grant(Waiter next) {
    queue.granted(next);
    admit(next.ticket.ask());
    next.state = Ticket.State.GRANTED;
    next.mustBeTold = !next.homeClosed;
  }

  /** What must hold whatever happened last. */
  void check(long nowNanos) {
    LaneSnapshot snapshot = lane.snapshot(nowNanos);
    assertThat(snapshot.limit()).isEqualTo(shares.limit());
    assertThat(snapshot.duplicateEnds()).isEqualTo(duplicateEnds);
    for (Tier tier : Tier.values()) {
      LaneSnapshot.TierSnapshot actual = snapshot.tiers().get(tier.rank());
      var expected =
          new LaneSnapshot.TierSnapshot(
              inFlight[tier.rank()],
              waiting(tier),
              actual.waitBoundNanos(),
              actual.waitShare(),
              actual.level(),
              arrivals[tier.rank()],
              admitted[tier.rank()],
              shed[tier.rank()]);
      assertThat(actual).isEqualTo(expected);
    }
    for (Waiter waiter : unchecked) {
      assertThat(waiter.ticket.state()).isEqualTo(waiter.state);
      Shed refusal = waiter.ticket.shed();
      assertThat(refusal == null ? null : refusal.reason()).isEqualTo(waiter.reason);
    }
    unchecked.removeIf(
        waiter -> waiter.state == Ticket.State.CLAIMED || waiter.state == Ticket.State.GONE);
  }

  private void expectShed(Decision decision, Tier tier, Reason reason) {
    assertThat(decision).isInstanceOf(Shed.class);
    assertThat(((Shed) decision).reason()).isEqualTo(reason);
    countShed(tier, reason);
  }

  private void refuse(Waiter waiter, Reason reason) {
    queue.leave(waiter);
    waiter.state = Ticket.State.GONE;
    waiter.reason = reason;
    waiter.mustBeTold = !waiter.homeClosed;
    countShed(waiter.tier(), reason);
  }

  private void countShed(Tier tier, Reason reason) {
    shed[tier.rank()]++;
    reasonsSeen.add(reason);
  }

  private void giveBack(Waiter waiter) {
    waiter.state = Ticket.State.GONE;
    inFlight[waiter.tier().rank()] -= waiter.ticket.weight();
  }

  private void admit(Ask ask) {
    inFlight[ask.tier().rank()] += ask.weight();
    admitted[ask.tier().rank()]++;
  }

  /** How many were granted before someone of their tier who had come earlier. */
  long grantedOutOfTurn() {
    return queue.grantedOutOfTurn();
  }

  private boolean enters(Ask ask) {
    return shares.enters(ask.tier(), ask.weight(), inFlight[0], inFlight[1], inFlight[2]);
  }

  int waiting(Tier tier) {
    return queue.count(tier);
  }

  int inFlight() {
    return inFlight[0] + inFlight[1] + inFlight[2];
  }

  NaiveShares shares() {
    return shares;
  }
}
