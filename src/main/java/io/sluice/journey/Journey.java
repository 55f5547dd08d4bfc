package io.sluice.journey;

import io.sluice.admit.Permit;
import io.sluice.admit.Shed;
import io.sluice.admit.Ticket;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.journey.Calls.Hindrance;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through the gateway, from classified to counted: a machine without clock,
 * socket or thread. Whoever drives it says what happened and does what it answers.
 *
 * <pre>
 * NEW       -> WAITING | CALLING | DONE     its deadline, the breaker, then the lane
 * WAITING   -> CALLING | DONE               a permit, a refusal, or the client left
 * CALLING   -> PAUSING                      an attempt failed, and there is to be another
 * PAUSING   -> CALLING | DONE               the pause is over, or the client left
 * CALLING   -> RELAYING | STREAMING | DONE  its head or stream, a failure, time, or the client left
 * RELAYING  -> DONE                         the last byte, a failure, time, or the client left
 * STREAMING -> DONE                         one of its ends, silence, age, a fault, the shutdown
 * </pre>
 *
 * A permit, once taken, is held until {@link Event.CallOver}, whatever the client has been told by
 * then. Only a stream gives it back when it begins, and holds one of its route's slots until it is
 * over. Not thread-safe: one context drives it.
 */
public final class Journey {
  private enum Stage {
    NEW,
    WAITING,
    CALLING,
    PAUSING,
    RELAYING,
    STREAMING,
    DONE
  }

  private final Exchange exchange;
  private final RoutePlan plan;
  private final Policies policies;
  private final LanePlace place;
  private final Calls calls;

  private Stage stage = Stage.NEW;
  private @Nullable StreamLife stream;
  private boolean expectsStream;
  private int openCalls;
  private int status;

  public Journey(Exchange exchange, RoutePlan plan, Policies policies) {
    this.exchange = exchange;
    this.plan = plan;
    this.policies = policies;
    this.place = new LanePlace(exchange, plan, policies);
    this.calls =
        new Calls(
            exchange.deadline(), exchange.idempotence(), policies.backend(), policies.randomness());
  }

  /** Before it begins: a stream is what it asks for. */
  public void expectStream() {
    expectsStream = true;
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
      return answer(new Outcome.Failed(Reason.DEADLINE_PAST), nowNanos);
    }
    // Nobody waits for a backend that nobody may call.
    Hindrance.Open closed = calls.closedTo(nowNanos);
    if (closed != null) {
      return answer(hindered(closed), nowNanos);
    }
    // What asks for a stream is not worth a permit if its stream could not stay.
    if (expectsStream && !takeSlot()) {
      return answer(place.streamsFull(), nowNanos);
    }
    return switch (place.ask(home, onSettled, nowNanos)) {
      case Permit _ -> call(nowNanos);
      case Ticket queued -> await(queued);
      case Shed shed -> answer(place.refused(shed), nowNanos);
    };
  }

  /** Every further step. An event that comes too late to matter answers {@link Action.Nothing}. */
  public Action next(Event event, long nowNanos) {
    return switch (event) {
      case Event.Settled _ -> settled(nowNanos);
      case Event.Sent _ -> place.sent();
      case Event.HeadReceived head -> headReceived(head, nowNanos);
      case Event.StreamBegun head -> streamBegun(head.status(), nowNanos);
      case Event.EndStream end -> endStream(end.reason(), nowNanos);
      case Event.Replaced(Outcome outcome) -> replaced(outcome, nowNanos);
      case Event.Delivered _ -> delivered(nowNanos);
      case Event.TimeUp up -> timeUp(up.repeat(), nowNanos);
      case Event.CallFailed failed -> callFailed(failed, nowNanos);
      case Event.CallRefused _ -> callRefused(nowNanos);
      case Event.ClientLeft _ -> clientLeft(nowNanos);
      case Event.CallOver _ -> callOver(nowNanos);
    };
  }

  // NEW -> WAITING
  private Action await(Ticket queued) {
    stage = Stage.WAITING;
    return new Action.Wait(queued.untilNanos());
  }

  // WAITING -> CALLING | DONE: the lane handed over a permit, or took the place away
  private Action settled(long nowNanos) {
    // Answering while it waits would leave its place in the queue, to be granted to nobody.
    if (stage != Stage.WAITING || !place.isSettled()) {
      return Action.NOTHING;
    }
    return place.claim(nowNanos) ? call(nowNanos) : answer(place.turnedAway(), nowNanos);
  }

  // NEW | WAITING | PAUSING -> CALLING: what is left of the deadline goes with it
  private Action call(long nowNanos) {
    Hindrance hindrance = calls.hindrance(nowNanos);
    if (hindrance != null) {
      return answer(hindered(hindrance), nowNanos);
    }
    stage = Stage.CALLING;
    openCalls++;
    place.called(nowNanos);
    return calls.begin(nowNanos);
  }

  private Outcome hindered(Hindrance hindrance) {
    return switch (hindrance) {
      case Hindrance.Open open -> policies.breakerOpen(open.forNanos());
      case Hindrance.TooLate _ ->
          new Outcome.Failed(
              calls.attempts() == 0 ? Reason.DEADLINE_PAST : Reason.UPSTREAM_TIMEOUT);
    };
  }

  // CALLING -> PAUSING, or at once to the next attempt
  private Action again(long nowNanos) {
    stage = Stage.PAUSING;
    return pauseOver(nowNanos);
  }

  // PAUSING -> CALLING
  private Action pauseOver(long nowNanos) {
    long againNanos = calls.againNanos();
    return nowNanos - againNanos < 0 ? new Action.Pause(againNanos) : call(nowNanos);
  }

  // CALLING -> RELAYING | PAUSING
  private Action headReceived(Event.HeadReceived head, long nowNanos) {
    if (stage != Stage.CALLING) {
      return Action.NOTHING;
    }
    place.answered(head, nowNanos);
    if (calls.answered(head, nowNanos)) {
      return again(nowNanos);
    }
    stage = Stage.RELAYING;
    status = head.status();
    freeSlot(); // it could have been a stream, and is none
    return Action.RELAY;
  }

  // CALLING -> STREAMING | DONE: its slot instead of its permit, and nothing learned of the backend
  private Action streamBegun(int headStatus, long nowNanos) {
    if (stage != Stage.CALLING) {
      return Action.NOTHING;
    }
    calls.streaming(nowNanos);
    if (!takeSlot()) {
      return answer(place.streamUnexpected(), nowNanos);
    }
    stage = Stage.STREAMING;
    place.release(nowNanos);
    return streaming().begin(headStatus, nowNanos);
  }

  private Action endStream(Reason reason, long nowNanos) {
    return stage == Stage.STREAMING ? streaming().end(reason, nowNanos) : Action.NOTHING;
  }

  // RELAYING | STREAMING -> DONE
  private Action delivered(long nowNanos) {
    return switch (stage) {
      case RELAYING -> end(new Action.Finish(new Outcome.Answered(status)), nowNanos);
      case STREAMING -> end(new Action.Finish(streaming().ended(null)), nowNanos);
      case NEW, WAITING, CALLING, PAUSING, DONE -> Action.NOTHING;
    };
  }

  // RELAYING -> DONE: its own answer was a failure, and nothing of it has been passed on
  private Action replaced(Outcome outcome, long nowNanos) {
    return stage == Stage.RELAYING ? end(new Action.Finish(outcome), nowNanos) : Action.NOTHING;
  }

  // WAITING | CALLING | PAUSING | RELAYING | STREAMING -> DONE, or on with the next attempt
  private Action timeUp(Repeat repeat, long nowNanos) {
    return switch (stage) {
      case WAITING -> waitOver(nowNanos);
      case CALLING -> attemptOver(repeat, nowNanos);
      case PAUSING -> pauseOver(nowNanos);
      case RELAYING -> relayOver(nowNanos);
      case STREAMING -> streamOver(nowNanos);
      case NEW, DONE -> Action.NOTHING;
    };
  }

  private Action waitOver(long nowNanos) {
    if (nowNanos - place.untilNanos() < 0) {
      return new Action.Wait(place.untilNanos());
    }
    Outcome expired = place.expire(nowNanos);
    return expired == null ? Action.NOTHING : answer(expired, nowNanos);
  }

  private Action attemptOver(Repeat repeat, long nowNanos) {
    if (exchange.deadline().isPast(nowNanos)) {
      calls.timedOut(policies.serviceTime().expectedNanos(nowNanos), nowNanos);
      return answer(new Outcome.Failed(place.timedOut(nowNanos)), nowNanos);
    }
    if (!calls.deadline().isPast(nowNanos)) {
      return new Action.Wait(calls.deadline().atNanos());
    }
    Reason reason = place.timedOut(nowNanos);
    return calls.failed(place.timeoutTrigger(), repeat, nowNanos)
        ? again(nowNanos)
        : answer(new Outcome.Failed(reason), nowNanos);
  }

  // The client may have been the slower one.
  private Action relayOver(long nowNanos) {
    return exchange.deadline().isPast(nowNanos)
        ? fail(Reason.UPSTREAM_TIMEOUT, nowNanos)
        : new Action.Wait(exchange.deadline().atNanos());
  }

  private Action streamOver(long nowNanos) {
    Action next = streaming().timeUp(nowNanos);
    return next instanceof Action.Abort ? end(next, nowNanos) : next;
  }

  // CALLING | RELAYING | STREAMING -> DONE, or CALLING -> PAUSING
  private Action callFailed(Event.CallFailed failed, long nowNanos) {
    return switch (stage) {
      case CALLING -> attemptFailed(failed, nowNanos);
      case RELAYING -> fail(failed.reason(), nowNanos);
      case STREAMING -> end(new Action.Abort(streaming().ended(failed.reason())), nowNanos);
      case NEW, WAITING, PAUSING, DONE -> Action.NOTHING;
    };
  }

  private Action attemptFailed(Event.CallFailed failed, long nowNanos) {
    place.teachesNothing();
    if (failed.reason().family() == Reason.Family.CLIENT) {
      calls.leave(nowNanos); // its own body was at fault
    } else if (calls.failed(failed.trigger(), failed.repeat(), nowNanos)) {
      return again(nowNanos);
    }
    return answer(new Outcome.Failed(failed.reason()), nowNanos);
  }

  // CALLING -> DONE
  private Action callRefused(long nowNanos) {
    return stage == Stage.CALLING
        ? answer(place.refusedByWorkers(nowNanos), nowNanos)
        : Action.NOTHING;
  }

  // any -> DONE: nothing more is done for whoever has left
  private Action clientLeft(long nowNanos) {
    if (stage == Stage.DONE) {
      return Action.NOTHING;
    }
    if (stage == Stage.WAITING) {
      place.leave(nowNanos);
    }
    place.teachesNothing();
    boolean streamed = stage == Stage.STREAMING;
    Reason gone = Reason.CLIENT_GONE;
    Outcome outcome = streamed ? streaming().ended(gone) : new Outcome.Failed(gone);
    return end(new Action.Abort(outcome), nowNanos);
  }

  // After the head a cut is the only honest end.
  private Action fail(Reason reason, long nowNanos) {
    place.teachesNothing();
    return end(new Action.Abort(new Outcome.Failed(reason)), nowNanos);
  }

  private Action answer(Outcome outcome, long nowNanos) {
    return end(new Action.Answer(outcome), nowNanos);
  }

  private Action end(Action last, long nowNanos) {
    stage = Stage.DONE;
    calls.leave(nowNanos);
    if (openCalls == 0) {
      letGo(nowNanos); // there is no call that would be over later
    }
    return last;
  }

  // Between two attempts there is no call, and yet the permit is not free.
  private Action callOver(long nowNanos) {
    openCalls = Math.max(0, openCalls - 1);
    if (openCalls == 0 && stage != Stage.PAUSING) {
      letGo(nowNanos);
    }
    return Action.NOTHING;
  }

  private void letGo(long nowNanos) {
    place.release(nowNanos);
    freeSlot();
  }

  private boolean takeSlot() {
    if (stream == null) {
      stream = StreamLife.promised(policies.streams(), plan);
    }
    return stream != null;
  }

  private void freeSlot() {
    if (stream != null) {
      stream.release();
    }
  }

  private StreamLife streaming() {
    return Objects.requireNonNull(stream);
  }

  /** Something went through its stream, either way. */
  public void moved(long nowNanos) {
    if (stream != null) {
      stream.moved(nowNanos);
    }
  }

  public Exchange exchange() {
    return exchange;
  }

  /** How long it waited for a permit or a refusal; 0 if it did not. */
  public long waitedNanos() {
    return place.waitedNanos();
  }

  /** How many attempts it has made so far. */
  public int attempts() {
    return calls.attempts();
  }

  /** Whether it holds a permit. */
  public boolean holdsPermit() {
    return place.holdsPermit();
  }

  /** Whether its backend's breaker waits to hear how its call ends. */
  public boolean holdsPassage() {
    return calls.holdsPassage();
  }
}
