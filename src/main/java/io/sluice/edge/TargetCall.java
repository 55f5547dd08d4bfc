package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Calls;
import io.sluice.journey.Event;
import io.sluice.retry.Trigger;
import io.sluice.time.Deadline;
import io.sluice.time.TimerWheel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One target's part in a fan-out: a call with its own share of the time, its own attempts and its
 * backend's own breaker. It has one result, and then is over once its last exchange is. One loop.
 */
final class TargetCall {
  /**
   * What goes out, the same to all.
   *
   * @param exchange of the request as a whole
   */
  record Facts(HttpServerRequest request, Exchange exchange, Buffer body) {}

  /** One of these parts of the time is kept back. */
  private static final int PARTS = 10;

  private final LoopContext loop;
  private final FanoutBackend.Target target;
  private final Facts facts;
  private final Deadline deadline;
  private final Calls calls;
  private final Tries tries = new Tries(Long.MAX_VALUE); // the body is at hand
  private final Consumer<TargetResult> ended;
  private final Runnable over;
  private final long beganNanos;

  private @Nullable TargetExchange current;
  private TimerWheel.@Nullable Timer timer;
  private int open;
  private boolean pausing;
  private boolean done;

  TargetCall(
      LoopContext loop,
      FanoutBackend.Target target,
      Facts facts,
      Consumer<TargetResult> ended,
      Runnable over) {
    this.loop = loop;
    this.target = target;
    this.facts = facts;
    this.ended = ended;
    this.over = over;
    this.beganNanos = loop.now();
    Exchange whole = facts.exchange();
    this.deadline = Deadline.after(shareNanos(whole.deadline()), beganNanos);
    this.calls =
        new Calls(
            deadline,
            whole.idempotence(),
            target.policies(),
            target.upstream().settings().randomness());
  }

  /** Some of what is left is for the answer: what the others have done must not be lost. */
  private long shareNanos(Deadline whole) {
    long leftNanos = whole.remainingNanos(beganNanos);
    return Math.min(target.timeoutNanos(), leftNanos - leftNanos / PARTS);
  }

  void start() {
    attempt();
  }

  private void attempt() {
    long nowNanos = loop.now();
    pausing = false;
    switch (calls.hindrance(nowNanos)) {
      case Calls.Hindrance.TooLate _ -> end(0, timedOut());
      case Calls.Hindrance.Open _ -> end(0, Reason.BREAKER_OPEN);
      case null -> attempt(calls.begin(nowNanos), nowNanos);
    }
  }

  private void attempt(Action.Attempt attempt, long nowNanos) {
    if (!tries.goOn(() -> target.upstream().turn(facts.request()), nowNanos)) {
      failed(Reason.NO_ENDPOINT, null);
      return;
    }
    wakeAt(attempt.deadline().atNanos(), nowNanos);
    open++;
    var begun =
        new TargetExchange(loop, target, facts, tries, attempt.forwardMillis(), new Listener());
    current = begun;
    begun.start();
  }

  /** Hears of one exchange; what an earlier one still has to say is of no interest. */
  private final class Listener implements TargetExchange.Listener {
    @Override
    public void answered(Event.HeadReceived head) {
      if (done || pausing) {
        return;
      }
      if (calls.answered(head, loop.now())) {
        again();
      } else {
        end(head.status(), null);
      }
    }

    @Override
    public void failed(Reason reason, @Nullable Trigger trigger) {
      if (!done && !pausing) {
        TargetCall.this.failed(reason, trigger);
      }
    }

    @Override
    public void over() {
      open--;
      overIfDone();
    }
  }

  private void failed(Reason reason, @Nullable Trigger trigger) {
    if (calls.failed(trigger, tries.repeat(), loop.now())) {
      again();
    } else {
      end(0, reason);
    }
  }

  private void again() {
    giveUp(true);
    pausing = true;
    timeUp();
  }

  private void timeUp() {
    timer = null;
    long nowNanos = loop.now();
    if (done) {
      return;
    }
    if (pausing) {
      pauseOver(nowNanos);
    } else if (deadline.isPast(nowNanos)) {
      // Whoever gives less time than it takes has been refused on arrival: see LanePlace.
      calls.timedOut(0, nowNanos);
      end(0, timedOut());
    } else if (!calls.deadline().isPast(nowNanos)) {
      wakeAt(calls.deadline().atNanos(), nowNanos);
    } else {
      failed(timedOut(), isSent() ? Trigger.TIMEOUT : Trigger.CONNECT_FAILURE);
    }
  }

  private void pauseOver(long nowNanos) {
    if (nowNanos - calls.againNanos() < 0) {
      wakeAt(calls.againNanos(), nowNanos);
    } else {
      attempt();
    }
  }

  private Reason timedOut() {
    if (!isSent()) {
      return calls.attempts() == 0 ? Reason.DEADLINE_PAST : Reason.UPSTREAM_TIMEOUT;
    }
    return facts.exchange().idempotence() == Idempotence.UNSAFE
        ? Reason.OUTCOME_UNKNOWN
        : Reason.UPSTREAM_TIMEOUT;
  }

  private boolean isSent() {
    return current != null && current.isSent();
  }

  boolean touchedBackend() {
    return isSent() || calls.attempts() > 1;
  }

  private void end(int status, @Nullable Reason reason) {
    done = true;
    stopTimer();
    giveUp(true);
    long nowNanos = loop.now();
    calls.leave(nowNanos);
    ended.accept(
        new TargetResult(target.name(), status, reason, calls.attempts(), nowNanos - beganNanos));
    overIfDone();
  }

  /** Nobody wants its result any more. */
  void cancel() {
    if (!done) {
      done = true;
      stopTimer();
      giveUp(false);
      calls.leave(loop.now());
      overIfDone();
    }
  }

  private void overIfDone() {
    if (done && open == 0) {
      open = -1; // once
      over.run();
    }
  }

  private void giveUp(boolean forSilence) {
    if (current != null) {
      current.cancel(forSilence);
    }
  }

  private void wakeAt(long atNanos, long nowNanos) {
    stopTimer();
    timer = loop.timers().wakeAt(atNanos, nowNanos, this::timeUp);
  }

  private void stopTimer() {
    if (timer != null) {
      loop.timers().cancel(timer);
      timer = null;
    }
  }
}
