package io.sluice.journey;

import io.sluice.admit.Ask;
import io.sluice.admit.Decision;
import io.sluice.admit.Ending;
import io.sluice.admit.Lane;
import io.sluice.admit.Permit;
import io.sluice.admit.Shed;
import io.sluice.admit.Ticket;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import io.sluice.retry.Trigger;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request's place in its lane: a ticket perhaps, then a permit, then none; and what the end of
 * the permit will teach the lane: nothing, unless something was measured. Not thread-safe.
 */
final class LanePlace {
  private final Exchange exchange;
  private final RoutePlan plan;
  private final Policies policies;
  private final Lane lane;

  private @Nullable Ticket ticket;
  private @Nullable Permit permit;
  private Ending ending = Ending.IGNORED;
  private long latencyNanos = Lane.NOT_MEASURED;
  private boolean sent;
  private long waitedNanos;
  private long calledNanos;

  LanePlace(Exchange exchange, RoutePlan plan, Policies policies) {
    this.exchange = exchange;
    this.plan = plan;
    this.policies = policies;
    this.lane = policies.lane();
  }

  /** Asks for a permit; what it is answered it has. */
  Decision ask(Executor home, Runnable onSettled, long nowNanos) {
    var ask =
        new Ask(
            exchange.tier(),
            plan.weight(),
            maxWaitNanos(nowNanos),
            exchange.deadline(),
            policies.serviceTime().expectedNanos(nowNanos),
            exchange.route(),
            home,
            _ -> onSettled.run());
    Decision decision = lane.offer(ask, nowNanos);
    switch (decision) {
      case Permit admitted -> take(admitted);
      case Ticket queued -> ticket = queued;
      case Shed _ -> {}
    }
    return decision;
  }

  // Queueing in front of the dying only adds to the bill, except for what matters most.
  private long maxWaitNanos(long nowNanos) {
    if (exchange.tier() != Tier.P0 && policies.isBackendGoingUnder(nowNanos)) {
      return 0;
    }
    long waitNanos = plan.maxWaitNanos(exchange.tier());
    return policies.backend().elastic() && waitNanos < Long.MAX_VALUE / 2
        ? 2 * waitNanos
        : waitNanos;
  }

  private void take(Permit granted) {
    permit = granted;
  }

  /** An attempt begins; what the permit will teach is what the last one teaches. */
  void called(long nowNanos) {
    calledNanos = nowNanos;
    sent = false;
    ending = Ending.IGNORED;
    latencyNanos = Lane.NOT_MEASURED;
  }

  /** Whether the ticket has become a permit or a refusal. */
  boolean isSettled() {
    return ticket().state() != Ticket.State.WAITING;
  }

  /** When the ticket's wait is over. */
  long untilNanos() {
    return ticket().untilNanos();
  }

  /** Takes the permit the ticket has become; whether there is one. */
  boolean claim(long nowNanos) {
    waitedNanos = nowNanos - ticket().queuedAtNanos();
    Permit granted = lane.claim(ticket(), nowNanos);
    if (granted != null) {
      take(granted);
    }
    return granted != null;
  }

  /** Why the ticket became no permit. */
  Outcome turnedAway() {
    Shed shed = ticket().shed();
    return shed == null ? new Outcome.Failed(Reason.DEADLINE_PAST) : refused(shed);
  }

  /** Ends the wait; null if a permit or a refusal was a moment faster and is on its way. */
  @Nullable Outcome expire(long nowNanos) {
    waitedNanos = nowNanos - ticket().queuedAtNanos();
    Shed expired = lane.expire(ticket(), nowNanos);
    return expired == null ? null : refused(expired);
  }

  /** Gives the ticket back. */
  void leave(long nowNanos) {
    waitedNanos = nowNanos - ticket().queuedAtNanos();
    lane.cancel(ticket(), nowNanos);
  }

  Outcome refused(Shed shed) {
    RetryHint hint = policies.hint(shed, plan.hintFloorMillis());
    return new Outcome.Refused(shed.reason(), hint, shed.inFlight(), shed.limit(), shed.waiting());
  }

  /** The workers had no place although the lane had; told like any shed. */
  Outcome refusedByWorkers(long nowNanos) {
    return refused(lane.refuse(Reason.ABORTED, exchange.tier(), nowNanos));
  }

  /** Its route has all the streams it may have, and nothing of it has been sent. */
  Outcome streamsFull() {
    return policies.streamsFull(plan.hintFloorMillis());
  }

  /**
   * Its answer is a stream that nobody could foresee and that has no slot: the backend has done its
   * work, so only what may be done twice is asked to come back.
   */
  Outcome streamUnexpected() {
    return exchange.idempotence() == Idempotence.UNSAFE
        ? new Outcome.Failed(Reason.OUTCOME_UNKNOWN)
        : streamsFull();
  }

  /** The time to the head is what the backend took; on a worker, what the work itself took. */
  void answered(Event.HeadReceived head, long nowNanos) {
    int status = head.status();
    if (status == 429 || status == 503) {
      // The backend's own refusal says it is overloaded, and nothing about how long work takes.
      ending = Ending.DROPPED;
      return;
    }
    ending = Ending.SUCCESS;
    // It came back, but failing is faster than working: it must not pass for speed.
    if (status < 500) {
      long servedNanos = nowNanos - calledNanos;
      latencyNanos = head.workNanos() == Lane.NOT_MEASURED ? servedNanos : head.workNanos();
      policies.serviceTime().record(servedNanos, nowNanos);
    }
  }

  /** The backend may have seen something of it from here on. */
  Action sent() {
    sent = true;
    return Action.NOTHING;
  }

  /** There was no answer in all its time: what its client is told. */
  Reason timedOut(long nowNanos) {
    if (!sent) {
      return Reason.DEADLINE_PAST; // of which nothing is learned
    }
    ending = Ending.DROPPED;
    policies.serviceTime().gaveUp(nowNanos - calledNanos, nowNanos);
    return exchange.idempotence() == Idempotence.UNSAFE
        ? Reason.OUTCOME_UNKNOWN
        : Reason.UPSTREAM_TIMEOUT;
  }

  /** What its timeout may call for another attempt as. */
  Trigger timeoutTrigger() {
    return sent ? Trigger.TIMEOUT : Trigger.CONNECT_FAILURE;
  }

  /** Nothing is learned of it, or not what seemed to be. */
  void teachesNothing() {
    ending = Ending.IGNORED;
  }

  /** Gives the permit back, if there is one. */
  void release(long nowNanos) {
    Permit held = permit;
    if (held != null) {
      permit = null;
      lane.end(held, ending, latencyNanos, nowNanos);
    }
  }

  boolean holdsPermit() {
    return permit != null;
  }

  /** How long it waited for a permit or a refusal; 0 if it did not. */
  long waitedNanos() {
    return waitedNanos;
  }

  private Ticket ticket() {
    return Objects.requireNonNull(ticket);
  }
}
