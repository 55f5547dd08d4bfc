package io.sluice.journey;

import io.sluice.breaker.CallResult;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Passage;
import io.sluice.breaker.Refused;
import io.sluice.exchange.Idempotence;
import io.sluice.retry.Failure;
import io.sluice.retry.Trigger;
import io.sluice.retry.Verdict;
import io.sluice.time.Deadline;
import io.sluice.time.Randomness;
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
public final class Calls {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Deadline total;
  private final Idempotence idempotence;
  private final BackendPolicies backend;
  private final Randomness randomness;
  private final @Nullable CircuitBreaker breaker;

  private @Nullable Passage passage;
  private int attempts;
  private long toldMillis = Long.MAX_VALUE;
  private Deadline deadline;
  private long begunNanos;
  private long againNanos;

  /** Why there is no attempt. */
  public sealed interface Hindrance {
    /** There is no time left for it. */
    record TooLate() implements Hindrance {}

    /**
     * The breaker is open.
     *
     * @param forNanos how long at least
     */
    record Open(long forNanos) implements Hindrance {}
  }

  /**
   * A call that has not begun.
   *
   * @param total by when all of it must be over
   * @param idempotence of the request
   * @param backend who is called
   * @param randomness draws the jitter of pauses
   */
  public Calls(
      Deadline total, Idempotence idempotence, BackendPolicies backend, Randomness randomness) {
    this.total = total;
    this.idempotence = idempotence;
    this.backend = backend;
    this.randomness = randomness;
    this.breaker = backend.breaker();
    this.deadline = total;
  }

  /** Why a request that arrives now need not ask for a permit; null if it may be called. */
  Hindrance.@Nullable Open closedTo(long nowNanos) {
    Refused refused = breaker == null ? null : breaker.refusal(nowNanos);
    return refused == null ? null : new Hindrance.Open(refused.openForNanos());
  }

  /** Why the next attempt cannot be made; null if it is to be {@link #begin begun}. */
  public @Nullable Hindrance hindrance(long nowNanos) {
    if (nextMillis(nowNanos) < 1) {
      return new Hindrance.TooLate();
    }
    if (breaker == null || passage != null) {
      return null;
    }
    return switch (breaker.enter(nowNanos)) {
      case Refused refused -> new Hindrance.Open(refused.openForNanos());
      case Passage entered -> {
        passage = entered;
        yield null;
      }
    };
  }

  /** What is left goes with each attempt, less every time. */
  private long nextMillis(long nowNanos) {
    Deadline next = backend.retry().attemptDeadline(total, nowNanos);
    return Math.min(toldMillis - 1, (next.remainingNanos(nowNanos) - 1) / NANOS_PER_MILLI);
  }

  /** The next attempt, which nothing hinders. */
  public Action.Attempt begin(long nowNanos) {
    if (attempts == 0) {
      backend.retry().request(nowNanos);
    }
    deadline = backend.retry().attemptDeadline(total, nowNanos);
    toldMillis = nextMillis(nowNanos);
    begunNanos = nowNanos;
    attempts++;
    return new Action.Attempt(deadline, toldMillis, attempts);
  }

  /** When the time of the attempt is up. */
  public Deadline deadline() {
    return deadline;
  }

  /** When the next attempt is to begin. */
  public long againNanos() {
    return againNanos;
  }

  /** How many have begun. */
  public int attempts() {
    return attempts;
  }

  /** Whether the breaker has let it through, and waits to hear how it ends. */
  boolean holdsPassage() {
    return passage != null;
  }

  /** There is a head; whether another attempt is wanted instead. */
  public boolean answered(Event.HeadReceived head, long nowNanos) {
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
  public boolean failed(@Nullable Trigger trigger, Repeat repeat, long nowNanos) {
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
                idempotence,
                repeat != Repeat.IMPOSSIBLE,
                repeat == Repeat.ELSEWHERE,
                total,
                randomness.draw(),
                nowNanos);
    if (verdict instanceof Verdict.Again(long atNanos)) {
      againNanos = atNanos;
      return true;
    }
    return false;
  }

  /**
   * All its time is up.
   *
   * @param expectedNanos how long the backend usually takes; who waited less says nothing of it
   */
  public void timedOut(long expectedNanos, long nowNanos) {
    boolean gaveItsTime = nowNanos - begunNanos >= expectedNanos;
    over(gaveItsTime ? CallResult.FAILURE : CallResult.IGNORED, nowNanos);
  }

  /** It ends without having said anything of the backend. Idempotent. */
  public void leave(long nowNanos) {
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
