package io.sluice.admit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
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
  private final List<Waiter> waiting = new ArrayList<>();
  private final List<Waiter> unchecked = new ArrayList<>();
  private final int[] inFlight = new int[Tier.COUNT];
  private final long[] arrivals = new long[Tier.COUNT];
  private final long[] admitted = new long[Tier.COUNT];
  private final long[] shed = new long[Tier.COUNT];
  private final Set<Reason> reasonsSeen;
  private final LaneOptions options;
  private NaiveShares shares;
  private long duplicateEnds;

  private boolean newestFirst;
  private @Nullable Waiter keptFor;
  private long grantedOutOfTurn;

  /** One ticket and what must have become of it. */
  static final class Waiter {
    final Ticket ticket;
    final boolean homeClosed;
    Ticket.State state = Ticket.State.WAITING;
    @Nullable Reason reason;
    int timesTold;
    boolean mustBeTold;

    Waiter(Ticket ticket, boolean homeClosed) {
      this.ticket = ticket;
      this.homeClosed = homeClosed;
    }
  }

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
    } else if (!someoneWaits(tier) && enters(ask)) {
      assertThat(decision).isInstanceOf(Permit.class);
      admit(ask);
    } else if (tier == Tier.P2 || ask.maxWaitNanos() == 0) {
      expectShed(decision, tier, whatIsFull(ask));
    } else if (decision instanceof Shed refusal && PREDICTED.contains(refusal.reason())) {
      assertThat(waiting).as("a prediction needs someone ahead").anyMatch(w -> tierOf(w) == tier);
      assertThat(tier == Tier.P0 && refusal.reason() == Reason.WAIT_TOO_LONG).isFalse();
      countShed(tier, refusal.reason());
    } else if (waiting.size() >= capacity && !evictFor(tier)) {
      expectShed(decision, tier, Reason.WAITERS_FULL);
    } else {
      assertThat(decision).isInstanceOf(Ticket.class);
      var waiter = new Waiter((Ticket) decision, homeClosed);
      long until = Math.min(inForce(tier, ask.maxWaitNanos(), nowNanos), remainingNanos / 2);
      until = Math.min(until, remainingNanos - ask.expectedServiceNanos());
      assertThat(waiter.ticket.untilNanos()).isEqualTo(nowNanos + until);
      waiting.add(waiter);
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

  /** Who would have been granted last; for a P1 only its like, and nobody whom permits wait for. */
  private boolean evictFor(Tier tier) {
    if (tier == Tier.P2 || (tier == Tier.P1 && !newestFirst)) {
      return false;
    }
    List<Waiter> lastFirst = inTurn(Tier.P1).reversed();
    for (Waiter waiter : lastFirst) {
      if (waiter != keptFor || (tier == Tier.P0 && lastFirst.size() == 1)) {
        refuse(waiter, Reason.EVICTED);
        return true;
      }
    }
    return false;
  }

  private List<Waiter> inTurn(Tier tier) {
    var turn = new ArrayList<>(waiting.stream().filter(w -> tierOf(w) == tier).toList());
    if (tier == Tier.P1) {
      if (newestFirst) {
        Collections.reverse(turn);
      }
      if (keptFor != null) {
        turn.remove(keptFor);
        turn.addFirst(keptFor);
      }
    }
    return turn;
  }

  /** Before anything is done to the lane: in which order P1 is served is its own. */
  void look(long nowNanos) {
    newestFirst =
        options.codel().mode() == PolicyMode.ENFORCE && lane.snapshot(nowNanos).overloaded();
  }

  private void leave(Waiter waiter) {
    waiting.remove(waiter);
    if (waiter == keptFor) {
      keptFor = null;
    }
  }

  private void keepForWhoIsNext() {
    Waiter next = next();
    if (next != null
        && tierOf(next) == Tier.P1
        && shares.enters(Tier.P1, 1, inFlight[0], inFlight[1], inFlight[2])) {
      keptFor = next;
    }
  }

  private Reason whatIsFull(Ask ask) {
    if (ask.tier() == Tier.P2 && inFlight() >= shares.gate()) {
      return Reason.WATERMARK;
    }
    if (inFlight() + ask.weight() > shares.limit()) {
      return Reason.LANE_FULL;
    }
    return someoneWaits(ask.tier()) ? Reason.WAITERS_AHEAD : Reason.TIER_CEILING;
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
      leave(waiter);
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
    leave(waiter);
    waiter.state = Ticket.State.GONE;
    waiter.reason = Reason.WAIT_EXPIRED;
    countShed(tierOf(waiter), Reason.WAIT_EXPIRED);
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
      for (Waiter waiter : inTurn(tier)) {
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
    for (Waiter next = next(); next != null; next = next()) {
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
    if (waiting.stream().filter(w -> tierOf(w) == tierOf(next)).findFirst().orElse(null) != next) {
      grantedOutOfTurn++;
    }
    leave(next);
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
    leave(waiter);
    waiter.state = Ticket.State.GONE;
    waiter.reason = reason;
    waiter.mustBeTold = !waiter.homeClosed;
    countShed(tierOf(waiter), reason);
  }

  private void countShed(Tier tier, Reason reason) {
    shed[tier.rank()]++;
    reasonsSeen.add(reason);
  }

  private void giveBack(Waiter waiter) {
    waiter.state = Ticket.State.GONE;
    inFlight[tierOf(waiter).rank()] -= waiter.ticket.weight();
  }

  private void admit(Ask ask) {
    inFlight[ask.tier().rank()] += ask.weight();
    admitted[ask.tier().rank()]++;
  }

  private @Nullable Waiter next() {
    for (Tier tier : List.of(Tier.P0, Tier.P1)) {
      List<Waiter> turn = inTurn(tier);
      if (!turn.isEmpty()) {
        return turn.getFirst();
      }
    }
    return null;
  }

  /** How many were granted before someone of their tier who had come earlier. */
  long grantedOutOfTurn() {
    return grantedOutOfTurn;
  }

  private boolean someoneWaits(Tier atOrAbove) {
    return waiting.stream().anyMatch(w -> tierOf(w).rank() <= atOrAbove.rank());
  }

  private boolean enters(Ask ask) {
    return shares.enters(ask.tier(), ask.weight(), inFlight[0], inFlight[1], inFlight[2]);
  }

  private static Tier tierOf(Waiter waiter) {
    return waiter.ticket.tier();
  }

  int waiting(Tier tier) {
    return (int) waiting.stream().filter(w -> tierOf(w) == tier).count();
  }

  int inFlight() {
    return inFlight[0] + inFlight[1] + inFlight[2];
  }

  NaiveShares shares() {
    return shares;
  }
}
