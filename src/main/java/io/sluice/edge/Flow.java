package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.StoredAnswer;
import io.sluice.fallback.Fallback;
import io.sluice.journey.Action;
import io.sluice.journey.Event;
import io.sluice.journey.Journey;
import io.sluice.journey.Repeat;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.Trigger;
import io.sluice.time.TimerWheel;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * Drives one request's {@link Journey} on its event loop: turns what happens on sockets, timers and
 * workers into events, and does what the journey answers. Decides nothing.
 */
final class Flow implements BackendCall.Listener {
  private final LoopContext loop;
  private final DoorState door;
  private final RouteRuntime route;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Journey journey;
  private final Trace trace = new Trace();
  private final Tries tries;

  private final Conclusion conclusion;

  /** Null without an idempotency key that is remembered. */
  private @Nullable KeyHold key;

  private @Nullable BackendCall call;
  private TimerWheel.@Nullable Timer timer;

  /** How its stream is told to go, on any thread; null if it is none. */
  private @Nullable Runnable goAway;

  /** Whether the attempt has a head. */
  private boolean headed;

  private boolean ended;

  Flow(
      LoopContext loop,
      DoorState door,
      RouteRuntime route,
      HttpServerRequest request,
      Exchange exchange) {
    this.loop = loop;
    this.door = door;
    this.route = route;
    this.request = request;
    this.exchange = exchange;
    this.journey = new Journey(exchange, route.plan(), route.policies());
    this.conclusion = new Conclusion(loop, door, route, request, exchange, trace);
    this.tries = new Tries(route.policies().backend().retry().replayBytes(exchange.idempotence()));
  }

  /** Before it begins: it holds an idempotency key. */
  Flow holding(KeyHold hold) {
    key = hold;
    return this;
  }

  /**
   * The first step.
   *
   * @param nowNanos now, which may be later than its arrival
   */
  void begin(long nowNanos) {
    enter();
    HttpServerResponse response = request.response();
    response.exceptionHandler(this::broken);
    response.closeHandler(_ -> closed());
    if (route.backend().isAskedForStream(request, exchange)) {
      journey.expectStream();
    }
    act(journey.begin(loop.home(), () -> fire(Event.SETTLED), nowNanos));
  }

  /** Ends it before admission: whoever may not use a route takes none of its permits. */
  void refuse(Reason reason) {
    enter();
    var outcome = new Outcome.Failed(reason);
    ReplyWriter.write(request, Answers.failed(request, reason), true, door.isDraining());
    finish(outcome);
  }

  /** Ends it before admission: it has been done before, with this answer. */
  void replay(StoredAnswer answer) {
    enter();
    trace.fellBack(KeyHold.REPLAY);
    ReplyWriter.write(request, KeyHold.again(answer), false, door.isDraining());
    finish(new Outcome.Replayed(answer.status()));
  }

  private void enter() {
    route.meters().started(exchange, exchange.startNanos());
    if (Arrivals.isRepeated(request, route.meters())) {
      route.meters().repeated(exchange);
    }
    door.entered();
    request.response().headers().set(ProxyCall.REQUEST_ID, exchange.id());
  }

  /** In HTTP/2 a stream that has been answered whole closes too, and may do so while it is. */
  private void closed() {
    if (!request.response().ended()) {
      fire(Event.CLIENT_LEFT);
    }
  }

  /** Who garbles a body is told so while that is possible, and then is as good as gone. */
  private void broken(Throwable cause) {
    ReplyWriter.garbled(request, cause);
    trace.broken(cause);
    fire(Event.CLIENT_LEFT);
  }

  private void fire(Event event) {
    act(journey.next(event, loop.now()));
  }

  private void act(Action action) {
    switch (action) {
      case Action.Nothing _ -> {}
      case Action.Wait(long untilNanos) -> wakeAt(untilNanos, loop.now());
      case Action.Attempt attempt -> attempt(attempt);
      case Action.Pause(long untilNanos) -> {
        giveUp();
        wakeAt(untilNanos, loop.now());
      }
      case Action.Relay _ -> relay();
      case Action.Stream(int status, long untilNanos) -> {
        wakeAt(untilNanos, loop.now());
        stream(status);
      }
      case Action.EndStream(Reason reason, long untilNanos) -> {
        wakeAt(untilNanos, loop.now());
        requireNonNull(call).endStream(reason);
      }
      case Action.Answer(Outcome outcome) -> {
        boolean bodyUntouched = call == null;
        cancelCall(outcome.reason());
        finish(conclusion.answer(outcome, bodyUntouched));
      }
      case Action.Abort(Outcome outcome) -> {
        cancelCall(outcome.reason());
        cutOff(outcome.reason());
        finish(outcome);
      }
      case Action.Finish(Outcome outcome) -> finish(outcome);
    }
  }

  private void attempt(Action.Attempt attempt) {
    // A client that left while nothing of it was being read is noticed here at the latest.
    if (request.response().closed()) {
      fire(Event.CLIENT_LEFT);
      fire(Event.CALL_OVER);
      return;
    }
    giveUp();
    long nowNanos = loop.now();
    wakeAt(attempt.deadline().atNanos(), nowNanos);
    if (attempt.number() == 1 && journey.waitedNanos() > 0) {
      route.meters().waited(exchange, nowNanos - journey.waitedNanos(), nowNanos);
    }
    route.meters().attempt(exchange, nowNanos);
    trace.attempted(nowNanos);
    if (key != null) {
      key.called();
    }
    headed = false;
    BackendCall started = route.backend().call(request, exchange, tries, this);
    call = started;
    started.start(attempt);
  }

  /** There is to be another attempt: what still comes of the body is for that. */
  private void giveUp() {
    if (call != null) {
      if (headed) {
        call.discard();
      } else {
        cancelCall(Reason.UPSTREAM_TIMEOUT); // if it is not over yet
      }
      request.pause();
    }
  }

  private void relay() {
    if (call != null) {
      call.relay(door.isDraining());
    }
  }

  private void stream(int status) {
    Runnable told = () -> loop.home().execute(() -> fire(Event.GO_AWAY));
    goAway = told;
    // In this order, or a drain could look between the two and find nothing.
    door.streams().joined(told);
    door.left();
    route.meters().becameStream(exchange, status);
    relay();
  }

  private void cancelCall(@Nullable Reason reason) {
    if (call != null) {
      if (reason != null) {
        call.endsFor(reason);
      }
      call.cancel();
    }
  }

  private void cutOff(@Nullable Reason reason) {
    if (GrpcEnd.say(request, reason, door.isDraining())) {
      return;
    }
    if (goAway != null && !Farewell.isHttp2(request)) {
      if (!request.response().ended()) {
        new StreamConnection(request.connection()).cut();
      }
    } else {
      Farewell.cutOff(request, loop.context());
    }
  }

  private void finish(Outcome outcome) {
    if (ended) {
      return;
    }
    ended = true;
    stopTimer();
    long nowNanos = loop.now();
    if (outcome instanceof Outcome.Streamed streamed) {
      route.meters().streams().closed(streamed.reason());
      door.streams().left(requireNonNull(goAway));
    } else {
      route.meters().ended(exchange, outcome, nowNanos);
      door.left();
    }
    if (key != null) {
      key.ended(outcome);
    }
    if (outcome instanceof Outcome.Answered(int status)) {
      conclusion.answered(status);
    }
    trace.endpoint(call);
    route.log().ended(request, exchange, route.plan(), trace, outcome, nowNanos);
  }

  private void wakeAt(long atNanos, long nowNanos) {
    stopTimer();
    timer = loop.timers().wakeAt(atNanos, nowNanos, this::timeUp);
  }

  private void timeUp() {
    timer = null;
    if (call != null && call.touchedBackend()) {
      fire(Event.SENT);
    }
    fire(new Event.TimeUp(repeat()));
  }

  private Repeat repeat() {
    return call == null ? Repeat.IMPOSSIBLE : call.repeat();
  }

  private void stopTimer() {
    if (timer != null) {
      loop.timers().cancel(timer);
      timer = null;
    }
  }

  @Override
  public void head(int status, long workNanos, RetryAdvice advice) {
    long nowNanos = loop.now();
    trace.answered(nowNanos);
    headed = true;
    Repeat repeat = status < 400 ? Repeat.IMPOSSIBLE : repeat();
    var head = new Event.HeadReceived(status, workNanos, advice, repeat);
    Action next = journey.next(head, nowNanos);
    act(next instanceof Action.Relay ? inPlaceOf(status, nowNanos) : next);
  }

  /**
   * What to do with the backend's answer: pass it on, unless it is a failure and there is better.
   */
  private Action inPlaceOf(int status, long nowNanos) {
    Fallback.Given better = conclusion.inPlaceOf(status);
    if (better == null) {
      return Action.RELAY;
    }
    requireNonNull(call).discard();
    return journey.next(new Event.Replaced(conclusion.write(better)), nowNanos);
  }

  @Override
  public @Nullable AnswerCopy copy() {
    return key != null ? key.copy() : conclusion.copy();
  }

  @Override
  public void streamHead(int status) {
    fire(new Event.StreamBegun(status));
  }

  @Override
  public void answered() {
    trace.answered(loop.now());
  }

  @Override
  public void attempted() {
    long nowNanos = loop.now();
    route.meters().attempt(exchange, nowNanos);
    trace.attempted(nowNanos);
  }

  @Override
  public void moved() {
    journey.moved(loop.now());
  }

  @Override
  public void faulty(Reason reason) {
    fire(new Event.EndStream(reason));
  }

  @Override
  public void delivered() {
    fire(Event.DELIVERED);
  }

  @Override
  public void failed(Reason reason, @Nullable Trigger trigger) {
    fire(new Event.CallFailed(reason, trigger, repeat()));
  }

  @Override
  public void refused() {
    fire(Event.CALL_REFUSED);
  }

  @Override
  public void over() {
    if (key != null) {
      key.over();
    }
    fire(Event.CALL_OVER);
  }
}
