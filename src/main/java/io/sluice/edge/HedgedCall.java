package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Repeat;
import io.sluice.retry.Hedge;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.Trigger;
import io.sluice.retry.Verdict;
import io.sluice.time.TimerWheel;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a read that may become two side by side: the first head is taken and the other
 * exchange is reset. It has failed when both have, and is over when both are. One loop.
 */
final class HedgedCall implements BackendCall {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final HedgedBackend backend;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Tries tries;
  private final Listener listener;
  private final Side first;

  private @Nullable Side second;

  /** Whose head came; from then on there is no other. */
  private @Nullable Side chosen;

  private TimerWheel.@Nullable Timer timer;
  private Action.@Nullable Attempt attempt;
  private int open;
  private boolean settled;

  HedgedCall(
      HedgedBackend backend,
      HttpServerRequest request,
      Exchange exchange,
      Tries tries,
      Listener listener) {
    this.backend = backend;
    this.request = request;
    this.exchange = exchange;
    this.tries = tries;
    this.listener = listener;
    this.first = new Side(tries);
  }

  @Override
  public void start(Action.Attempt begun) {
    attempt = begun;
    LoopContext loop = backend.loop();
    long nowNanos = loop.now();
    long afterNanos =
        backend.hedge().afterNanos(exchange.idempotence(), backend.times().nanos(nowNanos));
    if (afterNanos != Hedge.NEVER) {
      timer = loop.timers().wakeAt(nowNanos + afterNanos, nowNanos, this::takesLong);
    }
    open = 1;
    first.call.start(begun);
  }

  private void takesLong() {
    timer = null;
    long nowNanos = backend.loop().now();
    Action.Attempt begun = requireNonNull(attempt);
    long leftMillis = (begun.deadline().remainingNanos(nowNanos) - 1) / NANOS_PER_MILLI;
    if (settled
        || leftMillis < 1
        || !(backend.hedge().decide(begun.number(), begun.deadline(), nowNanos)
            instanceof Verdict.Again)) {
      return;
    }
    var beside = new Side(tries.beside());
    second = beside;
    open++;
    listener.attempted();
    beside.call.start(
        new Action.Attempt(
            begun.deadline(), Math.min(leftMillis, begun.forwardMillis() - 1), begun.number() + 1));
  }

  /** One of the two, as it tells how it goes. */
  private final class Side implements Listener {
    final BackendCall call;
    private final long begunNanos = backend.loop().now();
    private boolean failed;

    Side(Tries way) {
      call = backend.upstream().call(request, exchange, way, this);
    }

    @Override
    public void head(int status, long workNanos, RetryAdvice advice) {
      if (isChosen()) {
        long nowNanos = backend.loop().now();
        // Of a first that was overtaken this much is known: the quicker second is no measure of it.
        backend.times().took(nowNanos - first.begunNanos, nowNanos);
        listener.head(status, workNanos, advice);
      }
    }

    @Override
    public void streamHead(int status) {
      if (isChosen()) {
        listener.streamHead(status);
      }
    }

    private boolean isChosen() {
      if (chosen == null && !settled) {
        chosen = this;
        stopTimer();
        Side other = this == first ? second : first;
        if (other != null) {
          other.call.cancel();
        }
      }
      return chosen == this;
    }

    @Override
    public void failed(Reason reason, @Nullable Trigger trigger) {
      failed = true;
      Side other = this == first ? second : first;
      boolean hopeless = other == null || other.failed;
      if (chosen == this || (chosen == null && hopeless && !settled)) {
        settled = true;
        stopTimer();
        listener.failed(reason, trigger);
      }
    }

    @Override
    public void over() {
      if (--open == 0) {
        listener.over();
      }
    }

    @Override
    public void answered() {
      listener.answered();
    }

    @Override
    public void moved() {
      listener.moved();
    }

    @Override
    public void faulty(Reason reason) {
      listener.faulty(reason);
    }

    @Override
    public void delivered() {
      listener.delivered();
    }

    @Override
    public void refused() {
      listener.refused();
    }

    @Override
    public @Nullable AnswerCopy copy() {
      return listener.copy();
    }
  }

  private Side latest() {
    if (chosen != null) {
      return chosen;
    }
    return second == null ? first : second;
  }

  @Override
  public void relay(boolean lastOnConnection) {
    requireNonNull(chosen).call.relay(lastOnConnection);
  }

  @Override
  public void endStream(Reason reason) {
    requireNonNull(chosen).call.endStream(reason);
  }

  @Override
  public void endsFor(Reason reason) {
    first.call.endsFor(reason);
    if (second != null) {
      second.call.endsFor(reason);
    }
  }

  @Override
  public void discard() {
    settled = true;
    requireNonNull(chosen).call.discard();
  }

  @Override
  public void cancel() {
    settled = true;
    stopTimer();
    first.call.cancel();
    if (second != null) {
      second.call.cancel();
    }
  }

  private void stopTimer() {
    if (timer != null) {
      backend.loop().timers().cancel(timer);
      timer = null;
    }
  }

  @Override
  public boolean touchedBackend() {
    return first.call.touchedBackend() || (second != null && second.call.touchedBackend());
  }

  @Override
  public Repeat repeat() {
    return first.call.repeat();
  }

  @Override
  public @Nullable String endpoint() {
    return latest().call.endpoint();
  }
}
