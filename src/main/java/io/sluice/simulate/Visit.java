package io.sluice.simulate;

import io.sluice.admit.Lane;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Event;
import io.sluice.journey.Journey;
import io.sluice.journey.Policies;
import io.sluice.journey.Repeat;
import io.sluice.retry.RetryAdvice;
import io.sluice.simulate.LimitDriver.Teaching;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a client on its way through the production {@link Journey}: does what the journey
 * answers, as the edge does with sockets and timers.
 */
final class Visit {
  private final Exchange exchange;
  private final RoutePlan plan;
  private final Journey journey;
  private final SimulatedLane lane;
  private final SimulatedCalls calls;
  private final Upstream upstream;
  private final VirtualTime time;
  private final Client client;
  private final AttemptsJudge judge;

  private VirtualTime.@Nullable Event timer;
  private @Nullable Called called;
  private boolean waiting;
  private long sinceNanos;
  private long boundNanos;
  private boolean ended;
  private int open;
  private boolean pausing;

  /** Who is told how it goes; not told of its end when it left by itself. */
  interface Client {
    void ended(Outcome outcome);

    /** It has its permit, after so long a wait. */
    default void admitted(long waitedNanos) {}
  }

  Visit(
      Exchange exchange,
      RoutePlan plan,
      Policies policies,
      SimulatedLane lane,
      SimulatedCalls calls,
      Upstream upstream,
      VirtualTime time,
      Client client) {
    this.exchange = exchange;
    this.plan = plan;
    this.lane = lane;
    this.calls = calls;
    this.judge = calls.judgeOfOne();
    this.upstream = upstream;
    this.time = time;
    this.client = client;
    this.journey = new Journey(exchange, plan, policies);
  }

  void begin() {
    act(journey.begin(time, this::settled, time.nowNanos()));
  }

  void leave() {
    fire(Event.CLIENT_LEFT);
  }

  private void settled() {
    fire(Event.SETTLED);
  }

  private void fire(Event event) {
    act(journey.next(event, time.nowNanos()));
  }

  private void act(Action action) {
    switch (action) {
      case Action.Nothing _ -> {}
      case Action.Wait(long untilNanos) -> await(untilNanos);
      case Action.Attempt attempt -> attempt(attempt);
      case Action.Pause(long untilNanos) -> pause(untilNanos);
      case Action.Relay _ -> fire(Event.DELIVERED);
      case Action.Answer(Outcome outcome) -> end(outcome);
      case Action.Abort(Outcome outcome) -> end(outcome);
      case Action.Finish(Outcome outcome) -> finish(outcome);
      case Action.Stream _, Action.EndStream _ ->
          throw new IllegalStateException("nothing streams here: " + action);
    }
  }

  private void await(long untilNanos) {
    if (called == null && !waiting) {
      waiting = true;
      sinceNanos = time.nowNanos();
      boundNanos = Math.min(plan.maxWaitNanos(exchange.tier()), halfOfWhatIsLeftNanos());
    }
    wakeAt(untilNanos);
  }

  private long halfOfWhatIsLeftNanos() {
    return exchange.deadline().remainingNanos(sinceNanos) / 2;
  }

  private void pause(long untilNanos) {
    if (!pausing) {
      pausing = true;
      calls.again(this);
    }
    giveUp();
    wakeAt(untilNanos);
  }

  private void attempt(Action.Attempt attempt) {
    if (attempt.number() == 1) {
      notWaiting();
      client.admitted(journey.waitedNanos());
    } else if (!pausing) {
      calls.again(this);
    }
    pausing = false;
    giveUp();
    calls.attempt(this, exchange, attempt);
    judge.attempt(attempt, journey.holdsPermit());
    var begun = new Called(attempt);
    called = begun;
    wakeAt(attempt.deadline().atNanos());
    begun.call = upstream.call(begun);
  }

  private void notWaiting() {
    if (waiting) {
      waiting = false;
      lane.waitedFor(time.nowNanos() - sinceNanos, boundNanos);
    }
  }

  /** An attempt at the backend. */
  private final class Called implements Upstream.Caller {
    final long calledNanos = time.nowNanos();
    final int inFlightThen;
    Upstream.@Nullable Call call;
    Teaching teaching = Teaching.NOTHING;
    private long headNanos;
    private boolean over;

    Called(Action.Attempt attempt) {
      open++;
      inFlightThen = lane.dispatched(exchange, plan.weight(), attempt);
    }

    /** The backend's answer, of which the body takes no time. */
    @Override
    public void head(int status, RetryAdvice advice) {
      headNanos = time.nowNanos();
      teaching =
          switch (status) {
            case 429, 503 -> Teaching.DROP;
            default -> status < 500 ? Teaching.LATENCY : Teaching.NOTHING;
          };
      fire(new Event.HeadReceived(status, Lane.NOT_MEASURED, advice, Repeat.HERE));
      over();
    }

    void cancel() {
      if (!over && call != null) {
        headNanos = time.nowNanos();
        call.cancel();
        time.execute(this::over);
      }
    }

    private void over() {
      if (!over) {
        over = true;
        lane.released(plan.weight());
        fire(Event.CALL_OVER);
        open--;
        judgeEnd();
        lane.measured(calledNanos, headNanos - calledNanos, inFlightThen, teaching);
      }
    }
  }

  private void timeUp() {
    timer = null;
    if (called != null) {
      fire(Event.SENT);
      called.teaching = Teaching.DROP;
    }
    fire(new Event.TimeUp(Repeat.HERE));
  }

  private void giveUp() {
    if (called != null) {
      called.cancel();
    }
  }

  private void end(Outcome outcome) {
    if (called != null && outcome.reason() == Reason.CLIENT_GONE) {
      called.teaching = Teaching.NOTHING;
    }
    giveUp();
    finish(outcome);
  }

  private void finish(Outcome outcome) {
    if (ended) {
      return;
    }
    ended = true;
    notWaiting();
    stopTimer();
    lane.ended(exchange, plan, outcome);
    calls.ended(this);
    judgeEnd();
    client.ended(outcome);
  }

  private void judgeEnd() {
    if (ended && open == 0) {
      judge.ended(journey.holdsPermit(), journey.holdsPassage());
    }
  }

  private void wakeAt(long atNanos) {
    stopTimer();
    timer = time.at(atNanos, this::timeUp);
  }

  private void stopTimer() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
