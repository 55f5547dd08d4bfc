package io.sluice.journey;

import io.sluice.breaker.CallResult;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Passage;
import io.sluice.breaker.Refused;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.retry.Failure;
import io.sluice.retry.Trigger;
import io.sluice.retry.Verdict;
import io.sluice.time.Deadline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request's call of its backend, with all its attempts: whether the circuit breaker lets it
 * through, how long each attempt has, and whether and when there is another. Not thread-safe.
 *
 * <p>The breaker hears of each attempt, or of the call as a whole, as it is configured. What says
 * nothing of the backend is neutral: a client that left, a refusal of ours, and time that was up
 * sooner than the backend usually answers.
 */
final class Calls {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Exchange exchange;
  private final Policies policies;
  private final BackendPolicies backend;
  private final @Nullable CircuitBreaker breaker;

  private @Nullable Passage passage;
  private int attempts;
  private long toldMillis = Long.MAX_VALUE;
  private Deadline deadline;
  private long begunNanos;
  private long againNanos;

  Calls(Exchange exchange, Policies policies) {
    this.exchange = exchange;
    this.policies = policies;
    this.backend = policies.backend();
    this.breaker = backend.breaker();
    this.deadline = exchange.deadline();
  }

  /** Why a request that arrives now need not ask for a permit; null if it may be called. */
  @Nullable Outcome closedTo(long nowNanos) {
    Refused refused = breaker == null ? null : breaker.refusal(nowNanos);
    return refused == null ? null : policies.breakerOpen(refused.openForNanos());
  }

  /** Why the next attempt cannot be made; null if it is to be {@link #begin begun}. */
  @Nullable Outcome hindrance(long nowNanos) {
    if (nextMillis(nowNanos) < 1) {
      return new Outcome.Failed(attempts == 0 ? Reason.DEADLINE_PAST : Reason.UPSTREAM_TIMEOUT);
    }
    if (breaker == null || passage != null) {
      return null;
    }
    return switch (breaker.enter(nowNanos)) {
      case Refused refused -> policies.breakerOpen(refused.openForNanos());
      case Passage entered -> {
        passage = entered;
        yield null;
      }
    };
  }

  /** What is left goes with each attempt, less every time. */
  private long nextMillis(long nowNanos) {
    Deadline next = backend.retry().attemptDeadline(exchange.deadline(), nowNanos);
    return Math.min(toldMillis - 1, (next.remainingNanos(nowNanos) - 1) / NANOS_PER_MILLI);
  }

  /** The next attempt, which nothing hinders. */
  Action.Attempt begin(long nowNanos) {
    if (attempts == 0) {
      backend.retry().request(nowNanos);
    }
    deadline = backend.retry().attemptDeadline(exchange.deadline(), nowNanos);
    toldMillis = nextMillis(nowNanos);
    begunNanos = nowNanos;
    attempts++;
    return new Action.Attempt(deadline, toldMillis, attempts);
  }

  /** When the time of the attempt is up. */
  Deadline deadline() {
    return deadline;
  }

  /** When the next attempt is to begin. */
  long againNanos() {
    return againNanos;
  }

  int attempts() {
    return attempts;
  }

  /** There is a head; whether another attempt is wanted instead. */
  boolean answered(Event.HeadReceived head, long nowNanos) {
    int status = head.status();
    boolean isFailure = breaker != null && breaker.isFailure(status);
    attemptEnded(isFailure ? CallResult.FAILURE : CallResult.SUCCESS, nowNanos);
    boolean again =
        status >= 400 && again(Failure.ofStatus(status, head.advice()), head.repeat(), nowNanos);
    if (!again) {
      callEnded(isFailure ? CallResult.FAILURE : CallResult.SUCCESS, nowNanos);
    }
    return again;
  }

  /** The attempt failed, or its own time is up; whether there is another. */
  boolean failed(@Nullable Trigger trigger, Repeat repeat, long nowNanos) {
    CallResult result =
        trigger == Trigger.STALE_CONNECTION ? CallResult.IGNORED : CallResult.FAILURE;
    attemptEnded(result, nowNanos);
    boolean again = trigger != null && again(Failure.of(trigger), repeat, nowNanos);
    if (!again) {
      callEnded(result, nowNanos);
    }
    return again;
  }

  private boolean again(Failure failure, Repeat repeat, long nowNanos) {
    // What the breaker would refuse is not worth dropping an answer for.
    if (breaker != null && !breaker.countsCalls() && backend.isSuspect()) {
      return false;
    }
    Verdict verdict =
        backend
            .retry()
            .afterFailure(
                failure,
                attempts,
                exchange.idempotence(),
                repeat != Repeat.IMPOSSIBLE,
                repeat == Repeat.ELSEWHERE,
                exchange.deadline(),
                policies.randomness().draw(),
                nowNanos);
    if (verdict instanceof Verdict.Again(long atNanos)) {
      againNanos = atNanos;
      return true;
    }
    return false;
  }

  /** All its time is up. */
  void timedOut(long expectedNanos, long nowNanos) {
    boolean gaveItsTime = nowNanos - begunNanos >= expectedNanos;
    over(gaveItsTime ? CallResult.FAILURE : CallResult.IGNORED, nowNanos);
  }

  /** It ends without having said anything of the backend. Idempotent. */
  void leave(long nowNanos) {
    over(CallResult.IGNORED, nowNanos);
  }

  /** Its stream has begun. */
  void streaming(long nowNanos) {
    over(CallResult.SUCCESS, nowNanos);
  }

  private void attemptEnded(CallResult result, long nowNanos) {
    if (breaker != null && !breaker.countsCalls()) {
      over(result, nowNanos);
    }
  }

  private void callEnded(CallResult result, long nowNanos) {
    if (breaker != null && breaker.countsCalls()) {
      over(result, nowNanos);
    }
  }

  private void over(CallResult result, long nowNanos) {
    Passage ending = passage;
    if (ending != null) {
      passage = null;
      Objects.requireNonNull(breaker).end(ending, result, nowNanos - begunNanos, nowNanos);
    }
  }
}
