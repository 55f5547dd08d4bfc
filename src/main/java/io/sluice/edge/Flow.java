package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Event;
import io.sluice.journey.Journey;
import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.sluice.time.WallClock;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * Drives one request's {@link Journey} on its event loop: turns what happens on sockets, timers and
 * workers into events, and does what the journey answers. Decides nothing.
 */
final class Flow implements BackendCall.Listener {
  private static final long NO_TIMER = -1;

  private final LoopContext loop;
  private final DoorState door;
  private final RouteRuntime route;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Journey journey;

  private @Nullable BackendCall call;
  private long timer = NO_TIMER;
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
    response.closeHandler(_ -> fire(Event.CLIENT_LEFT));
    act(journey.begin(loop.home(), () -> fire(Event.SETTLED), nowNanos));
  }

  /** Ends it before admission: whoever may not use a route takes none of its permits. */
  void refuse(Reason reason) {
    enter();
    var outcome = new Outcome.Failed(reason);
    ReplyWriter.write(request, reply(outcome), true, door.isDraining());
    finish(outcome);
  }

  private void enter() {
    route.meters().started(exchange, exchange.startNanos());
    if (Arrivals.isRepeated(request)) {
      route.meters().repeated(exchange);
    }
    door.entered();
    request.response().headers().set(ProxyCall.REQUEST_ID, exchange.id());
  }

  /** Who garbles a body is told so while that is possible, and then is as good as gone. */
  private void broken(Throwable cause) {
    ReplyWriter.garbled(request, cause);
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
      case Action.Relay _ -> relay();
      case Action.Answer(Outcome outcome) -> {
        boolean bodyUntouched = call == null;
        cancelCall();
        ReplyWriter.write(request, reply(outcome), bodyUntouched, door.isDraining());
        finish(outcome);
      }
      case Action.Abort(Outcome outcome) -> {
        cancelCall();
        cutOff();
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
    long nowNanos = loop.now();
    wakeAt(attempt.deadline().atNanos(), nowNanos);
    if (journey.waitedNanos() > 0) {
      route.meters().waited(exchange, nowNanos - journey.waitedNanos(), nowNanos);
    }
    route.meters().attempt(exchange, nowNanos);
    BackendCall started = route.backend().call(request, exchange, this);
    call = started;
    started.start(attempt);
  }

  private void relay() {
    if (call != null) {
      call.relay(door.isDraining());
    }
  }

  private Reply reply(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Refused refused ->
          Replies.refused(
              refused, exchange.lane(), exchange.tier(), WallClock.SYSTEM.now().getEpochSecond());
      case Outcome.Failed(Reason reason) -> Replies.failed(reason);
      case Outcome.Taken _ -> Replies.taken();
      case Outcome.Answered answered -> throw new IllegalArgumentException("not ours: " + answered);
    };
  }

  private void cancelCall() {
    if (call != null) {
      call.cancel();
    }
  }

  /** A response that has begun and cannot be completed must not look complete. */
  private void cutOff() {
    if (!request.response().ended()) {
      request.connection().close();
    }
  }

  private void finish(Outcome outcome) {
    if (ended) {
      return;
    }
    ended = true;
    stopTimer();
    route.meters().ended(exchange, outcome, loop.now());
    door.left();
  }

  private void wakeAt(long atNanos, long nowNanos) {
    stopTimer();
    timer = loop.wakeAt(atNanos, nowNanos, this::timeUp);
  }

  private void timeUp() {
    timer = NO_TIMER;
    if (call != null && call.touchedBackend()) {
      fire(Event.SENT);
    }
    fire(Event.TIME_UP);
  }

  private void stopTimer() {
    if (timer != NO_TIMER) {
      loop.vertx().cancelTimer(timer);
      timer = NO_TIMER;
    }
  }

  @Override
  public void head(int status) {
    fire(new Event.HeadReceived(status));
  }

  @Override
  public void delivered() {
    fire(Event.DELIVERED);
  }

  @Override
  public void failed(Reason reason) {
    fire(new Event.CallFailed(reason));
  }

  @Override
  public void refused() {
    fire(Event.CALL_REFUSED);
  }

  @Override
  public void over() {
    fire(Event.CALL_OVER);
  }
}
