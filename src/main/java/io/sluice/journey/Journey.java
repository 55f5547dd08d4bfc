package io.sluice.journey;

import io.sluice.admit.Ask;
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
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through the gateway, from classified to counted: a machine without clock,
 * socket or thread. Whoever drives it says what happened and does what it answers.
 *
 * <pre>
 * NEW      -> WAITING | CALLING | DONE   its deadline, then the lane
 * WAITING  -> CALLING | DONE             a permit, a refusal, or the client left
 * CALLING  -> RELAYING | DONE            the backend's head, a failure, time, or the client left
 * RELAYING -> DONE                       the last byte, a failure, time, or the client left
 * </pre>
 *
 * A permit, once taken, is held until {@link Event.CallOver}, whatever the client has been told by
 * then. Not thread-safe: one context drives it.
 */
public final class Journey {
  private enum Stage {
    NEW,
    WAITING,
    CALLING,
    RELAYING,
    DONE
  }

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Exchange exchange;
  private final RoutePlan plan;
  private final Policies policies;
  private final Lane lane;

  private Stage stage = Stage.NEW;
  private @Nullable Ticket ticket;
  private @Nullable Permit permit;
  private Ending ending = Ending.IGNORED;
  private boolean sent;
  private int status;
  private long waitedNanos;
  private long dispatchedNanos;

  public Journey(Exchange exchange, RoutePlan plan, Policies policies) {
    this.exchange = exchange;
    this.plan = plan;
    this.policies = policies;
    this.lane = policies.lane();
  }

  /**
   * The first step: its deadline, then the lane.
   *
   * @param home the context that drives this journey
   * @param onSettled fires {@link Event.Settled}; runs on {@code home}
   */
  public Action begin(Executor home, Runnable onSettled, long nowNanos) {
    // The client may have left before its first step.
    if (stage != Stage.NEW) {
      return Action.NOTHING;
    }
    // A request that is already late is not worth a place in any queue.
    if (exchange.deadline().isPast(nowNanos)) {
      return answer(new Outcome.Failed(Reason.DEADLINE_PAST));
    }
    var ask =
        new Ask(
            exchange.tier(),
            plan.weight(),
            plan.maxWaitNanos(exchange.tier()),
            exchange.deadline(),
            policies.serviceTime().expectedNanos(nowNanos),
            exchange.route(),
            home,
            _ -> onSettled.run());
    return switch (lane.offer(ask, nowNanos)) {
      case Permit admitted -> call(admitted, nowNanos);
      case Ticket queued -> await(queued);
      case Shed shed -> answer(refused(shed));
    };
  }

  /** Every further step. An event that comes too late to matter answers {@link Action.Nothing}. */
  public Action next(Event event, long nowNanos) {
    return switch (event) {
      case Event.Settled _ -> stage == Stage.WAITING ? claim(nowNanos) : Action.NOTHING;
      case Event.Sent _ -> sent();
      case Event.HeadReceived head -> headReceived(head.status(), nowNanos);
      case Event.Delivered _ -> delivered();
      case Event.TimeUp _ -> timeUp(nowNanos);
      case Event.CallFailed failed -> callFailed(failed.reason());
      case Event.CallRefused _ -> callRefused(nowNanos);
      case Event.ClientLeft _ -> clientLeft(nowNanos);
      case Event.CallOver _ -> callOver(nowNanos);
    };
  }

  // NEW -> WAITING
  private Action await(Ticket queued) {
    stage = Stage.WAITING;
    ticket = queued;
    return new Action.Wait(queued.untilNanos());
  }

  // WAITING -> CALLING | DONE: the lane handed over a permit, or took the place away
  private Action claim(long nowNanos) {
    Ticket settled = waiting();
    if (settled.state() == Ticket.State.WAITING) {
      // Answering now would leave its place in the queue, to be granted to nobody.
      return Action.NOTHING;
    }
    waitedNanos = nowNanos - settled.queuedAtNanos();
    Permit granted = lane.claim(settled, nowNanos);
    if (granted != null) {
      return call(granted, nowNanos);
    }
    Shed shed = settled.shed();
    return answer(shed == null ? new Outcome.Failed(Reason.DEADLINE_PAST) : refused(shed));
  }

  // NEW | WAITING -> CALLING: what is left of the deadline goes with it, strictly less every time
  private Action call(Permit granted, long nowNanos) {
    long forwardMillis = (exchange.deadline().remainingNanos(nowNanos) - 1) / NANOS_PER_MILLI;
    if (forwardMillis < 1) {
      lane.end(granted, Ending.IGNORED, nowNanos);
      return answer(new Outcome.Failed(Reason.DEADLINE_PAST));
    }
    stage = Stage.CALLING;
    permit = granted;
    dispatchedNanos = nowNanos;
    return new Action.Attempt(exchange.deadline(), forwardMillis);
  }

  private Action sent() {
    sent = true;
    return Action.NOTHING;
  }

  // CALLING -> RELAYING: the time to the head is what the backend took
  private Action headReceived(int headStatus, long nowNanos) {
    if (stage != Stage.CALLING) {
      return Action.NOTHING;
    }
    stage = Stage.RELAYING;
    status = headStatus;
    if (headStatus == 429 || headStatus == 503) {
      // The backend's own refusal says it is overloaded, and nothing about how long work takes.
      ending = Ending.DROPPED;
    } else {
      ending = Ending.SUCCESS;
      policies.serviceTime().record(nowNanos - dispatchedNanos, nowNanos);
    }
    return Action.RELAY;
  }

  // RELAYING -> DONE
  private Action delivered() {
    if (stage != Stage.RELAYING) {
      return Action.NOTHING;
    }
    stage = Stage.DONE;
    return new Action.Finish(new Outcome.Answered(status));
  }

  // WAITING | CALLING | RELAYING -> DONE
  private Action timeUp(long nowNanos) {
    return switch (stage) {
      case WAITING -> waitOver(waiting(), nowNanos);
      case CALLING, RELAYING -> deadlineOver(nowNanos);
      case NEW, DONE -> Action.NOTHING;
    };
  }

  private Action waitOver(Ticket place, long nowNanos) {
    if (nowNanos - place.untilNanos() < 0) {
      return new Action.Wait(place.untilNanos());
    }
    waitedNanos = nowNanos - place.queuedAtNanos();
    Shed expired = lane.expire(place, nowNanos);
    // Null: a permit or a refusal was a moment faster and is on its way here.
    return expired == null ? Action.NOTHING : answer(refused(expired));
  }

  private Action deadlineOver(long nowNanos) {
    if (!exchange.deadline().isPast(nowNanos)) {
      return new Action.Wait(exchange.deadline().atNanos());
    }
    // Nothing is learned before anything was sent, nor while the answer flows: the client may have
    // been the slower one.
    ending = Ending.IGNORED;
    if (stage == Stage.CALLING && sent) {
      ending = Ending.DROPPED;
      policies.serviceTime().gaveUp(nowNanos - dispatchedNanos, nowNanos);
    }
    return fail(whatTimeoutMeans());
  }

  private Reason whatTimeoutMeans() {
    if (stage == Stage.RELAYING) {
      return Reason.UPSTREAM_TIMEOUT;
    }
    if (!sent) {
      return Reason.DEADLINE_PAST;
    }
    return exchange.idempotence() == Idempotence.UNSAFE
        ? Reason.OUTCOME_UNKNOWN
        : Reason.UPSTREAM_TIMEOUT;
  }

  // CALLING | RELAYING -> DONE
  private Action callFailed(Reason reason) {
    if (stage != Stage.CALLING && stage != Stage.RELAYING) {
      return Action.NOTHING;
    }
    ending = Ending.IGNORED;
    return fail(reason);
  }

  // CALLING -> DONE: the workers had no place although the lane had; told like any shed
  private Action callRefused(long nowNanos) {
    return stage == Stage.CALLING
        ? answer(refused(lane.refuse(Reason.ABORTED, exchange.tier(), nowNanos)))
        : Action.NOTHING;
  }

  // any -> DONE: nothing more is done for whoever has left
  private Action clientLeft(long nowNanos) {
    if (stage == Stage.DONE) {
      return Action.NOTHING;
    }
    if (stage == Stage.WAITING) {
      waitedNanos = nowNanos - waiting().queuedAtNanos();
      lane.cancel(waiting(), nowNanos);
    }
    stage = Stage.DONE;
    ending = Ending.IGNORED;
    return new Action.Abort(new Outcome.Failed(Reason.CLIENT_GONE));
  }

  // Before the head the client can still be told; after it, a cut is the only honest end.
  private Action fail(Reason reason) {
    var failed = new Outcome.Failed(reason);
    boolean headIsOut = stage == Stage.RELAYING;
    stage = Stage.DONE;
    return headIsOut ? new Action.Abort(failed) : new Action.Answer(failed);
  }

  private Action answer(Outcome outcome) {
    stage = Stage.DONE;
    return new Action.Answer(outcome);
  }

  private Action callOver(long nowNanos) {
    Permit held = permit;
    if (held != null) {
      permit = null;
      lane.end(held, ending, nowNanos);
    }
    return Action.NOTHING;
  }

  private Outcome refused(Shed shed) {
    RetryHint hint = policies.hint(shed, plan.hintFloorMillis());
    return new Outcome.Refused(shed.reason(), hint, shed.inFlight(), shed.limit(), shed.waiting());
  }

  private Ticket waiting() {
    return Objects.requireNonNull(ticket);
  }

  public Exchange exchange() {
    return exchange;
  }

  /** How long it waited for a permit or a refusal; 0 if it did not. */
  public long waitedNanos() {
    return waitedNanos;
  }

  /** Whether it holds a permit. */
  public boolean holdsPermit() {
    return permit != null;
  }
}
