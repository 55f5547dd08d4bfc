package io.sluice.journey;

import io.sluice.admit.Permit;
import io.sluice.admit.Shed;
import io.sluice.admit.Ticket;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through the gateway, from classified to counted: a machine without clock,
 * socket or thread. Whoever drives it says what happened and does what it answers.
 *
 * <pre>
 * NEW       -> WAITING | CALLING | DONE     its deadline, then the lane
 * WAITING   -> CALLING | DONE               a permit, a refusal, or the client left
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
    RELAYING,
    STREAMING,
    DONE
  }

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Exchange exchange;
  private final RoutePlan plan;
  private final Policies policies;
  private final LanePlace place;

  private Stage stage = Stage.NEW;
  private @Nullable StreamLife stream;
  private boolean expectsStream;
  private boolean called;
  private int status;

  public Journey(Exchange exchange, RoutePlan plan, Policies policies) {
    this.exchange = exchange;
    this.plan = plan;
    this.policies = policies;
    this.place = new LanePlace(exchange, plan, policies);
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
      return answer(new Outcome.Failed(Reason.DEADLINE_PAST));
    }
    // What asks for a stream is not worth a permit if its stream could not stay.
    if (expectsStream && !takeSlot()) {
      return answer(place.streamsFull());
    }
    return switch (place.ask(home, onSettled, nowNanos)) {
      case Permit _ -> call(nowNanos);
      case Ticket queued -> await(queued);
      case Shed shed -> answer(place.refused(shed));
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
      case Event.Replaced(Outcome outcome) -> replaced(outcome);
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
    return new Action.Wait(queued.untilNanos());
  }

  // WAITING -> CALLING | DONE: the lane handed over a permit, or took the place away
  private Action settled(long nowNanos) {
    // Answering while it waits would leave its place in the queue, to be granted to nobody.
    if (stage != Stage.WAITING || !place.isSettled()) {
      return Action.NOTHING;
    }
    return place.claim(nowNanos) ? call(nowNanos) : answer(place.turnedAway());
  }

  // NEW | WAITING -> CALLING: what is left of the deadline goes with it, strictly less every time
  private Action call(long nowNanos) {
    long forwardMillis = (exchange.deadline().remainingNanos(nowNanos) - 1) / NANOS_PER_MILLI;
    if (forwardMillis < 1) {
      place.release(nowNanos);
      return answer(new Outcome.Failed(Reason.DEADLINE_PAST));
    }
    stage = Stage.CALLING;
    called = true;
    return new Action.Attempt(exchange.deadline(), forwardMillis);
  }

  // CALLING -> RELAYING
  private Action headReceived(Event.HeadReceived head, long nowNanos) {
    if (stage != Stage.CALLING) {
      return Action.NOTHING;
    }
    stage = Stage.RELAYING;
    status = head.status();
    freeSlot(); // it could have been a stream, and is none
    place.answered(head, nowNanos);
    return Action.RELAY;
  }

  // CALLING -> STREAMING | DONE: its slot instead of its permit, and nothing learned of the backend
  private Action streamBegun(int headStatus, long nowNanos) {
    if (stage != Stage.CALLING) {
      return Action.NOTHING;
    }
    if (!takeSlot()) {
      return answer(place.streamUnexpected());
    }
    stage = Stage.STREAMING;
    place.release(nowNanos);
    return streaming().begin(headStatus, nowNanos);
  }

  private Action endStream(Reason reason, long nowNanos) {
    return stage == Stage.STREAMING ? streaming().end(reason, nowNanos) : Action.NOTHING;
  }

  // RELAYING | STREAMING -> DONE
  private Action delivered() {
    return switch (stage) {
      case RELAYING -> end(new Action.Finish(new Outcome.Answered(status)));
      case STREAMING -> end(new Action.Finish(streaming().ended(null)));
      case NEW, WAITING, CALLING, DONE -> Action.NOTHING;
    };
  }

  // RELAYING -> DONE: its own answer was a failure, and nothing of it has been passed on
  private Action replaced(Outcome outcome) {
    return stage == Stage.RELAYING ? end(new Action.Finish(outcome)) : Action.NOTHING;
  }

  // WAITING | CALLING | RELAYING | STREAMING -> DONE
  private Action timeUp(long nowNanos) {
    return switch (stage) {
      case WAITING -> waitOver(nowNanos);
      case CALLING, RELAYING -> deadlineOver(nowNanos);
      case STREAMING -> streamOver(nowNanos);
      case NEW, DONE -> Action.NOTHING;
    };
  }

  private Action waitOver(long nowNanos) {
    if (nowNanos - place.untilNanos() < 0) {
      return new Action.Wait(place.untilNanos());
    }
    Outcome expired = place.expire(nowNanos);
    return expired == null ? Action.NOTHING : answer(expired);
  }

  private Action deadlineOver(long nowNanos) {
    if (!exchange.deadline().isPast(nowNanos)) {
      return new Action.Wait(exchange.deadline().atNanos());
    }
    // While the answer flows the client may have been the slower one.
    return stage == Stage.RELAYING
        ? fail(Reason.UPSTREAM_TIMEOUT)
        : answer(new Outcome.Failed(place.timedOut(nowNanos)));
  }

  private Action streamOver(long nowNanos) {
    Action next = streaming().timeUp(nowNanos);
    return next instanceof Action.Abort ? end(next) : next;
  }

  // CALLING | RELAYING | STREAMING -> DONE
  private Action callFailed(Reason reason) {
    return switch (stage) {
      case CALLING, RELAYING -> fail(reason);
      case STREAMING -> end(new Action.Abort(streaming().ended(reason)));
      case NEW, WAITING, DONE -> Action.NOTHING;
    };
  }

  // CALLING -> DONE
  private Action callRefused(long nowNanos) {
    return stage == Stage.CALLING ? answer(place.refusedByWorkers(nowNanos)) : Action.NOTHING;
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
    return end(new Action.Abort(streamed ? streaming().ended(gone) : new Outcome.Failed(gone)));
  }

  // Before the head the client can still be told; after it, a cut is the only honest end.
  private Action fail(Reason reason) {
    place.teachesNothing();
    var failed = new Outcome.Failed(reason);
    return stage == Stage.RELAYING ? end(new Action.Abort(failed)) : answer(failed);
  }

  private Action answer(Outcome outcome) {
    return end(new Action.Answer(outcome));
  }

  private Action end(Action last) {
    stage = Stage.DONE;
    if (!called) {
      freeSlot(); // what was never called will never be over
    }
    return last;
  }

  private Action callOver(long nowNanos) {
    place.release(nowNanos);
    freeSlot();
    return Action.NOTHING;
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

  /** Whether it holds a permit. */
  public boolean holdsPermit() {
    return place.holdsPermit();
  }
}
