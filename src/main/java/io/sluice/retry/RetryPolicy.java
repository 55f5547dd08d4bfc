package io.sluice.retry;

import io.sluice.exchange.Idempotence;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether and when a backend is asked again for a request that failed. One for each backend, shared
 * by all event loops.
 *
 * <p>The rules, in order: an answer about the request is final; the policy names the failure; what
 * may have been done is done again only if twice is once; the body is still there, or nothing of it
 * is gone; attempts are left; time is left, also for what the backend asks for; and the budgets
 * have one. The budgets come last, because asking them is paying.
 */
public final class RetryPolicy {
  private static final Map<Why, Verdict.Stop> STOPS = new EnumMap<>(Why.class);

  static {
    for (Why why : Why.values()) {
      STOPS.put(why, new Verdict.Stop(why));
    }
  }

  /** Of a backend that is asked once. */
  public static final RetryPolicy NEVER = new RetryPolicy(RetryOptions.NEVER, null);

  private final RetryOptions options;

  /** Null where there are no retries to be paid for. */
  private final @Nullable RetryBudgets budgets;

  private final long baseNanos;
  private final long maxNanos;
  private final double jitter;
  private final long minAttemptNanos;

  /** Zero for no bound. */
  private final long perAttemptNanos;

  public RetryPolicy(RetryOptions options, @Nullable RetryBudgets budgets) {
    this.options = options;
    this.budgets = budgets;
    baseNanos = options.backoff().base().toNanos();
    maxNanos = options.backoff().max().toNanos();
    jitter = options.backoff().jitter().fraction();
    minAttemptNanos = options.minAttempt().toNanos();
    Duration perAttempt = options.perAttempt();
    perAttemptNanos = perAttempt == null ? 0 : perAttempt.toNanos();
  }

  /** A request to the backend begins: a new one, not another attempt at it. */
  public void request(long nowNanos) {
    if (budgets != null) {
      budgets.request(nowNanos);
    }
  }

  /** How much of a request's body is worth keeping for another attempt, in bytes. */
  public long replayBytes(Idempotence idempotence) {
    // What may not be done twice is only sent again if nothing of it was sent.
    return options.mayRetry() && idempotence != Idempotence.UNSAFE
        ? options.maxReplayBytes().count()
        : 0;
  }

  /** By when an attempt that begins now must have ended. */
  public Deadline attemptDeadline(Deadline total, long nowNanos) {
    return perAttemptNanos == 0 ? total : total.earlier(Deadline.after(perAttemptNanos, nowNanos));
  }

  /**
   * What follows from a failed attempt. {@link Verdict.Again} has been paid for already, whether it
   * is made or not.
   *
   * @param attemptsMade this one included; ≥ 1
   * @param idempotence of the request, its trusted idempotency key included
   * @param replayable whether the whole body could be sent again; true without one
   * @param elsewhere whether another endpoint would be asked, whom this one's {@code Retry-After}
   *     does not bind
   * @param deadline by when the whole request must be answered
   * @param draw uniform in [0, 1)
   * @param nowNanos when it failed
   */
  public Verdict afterFailure(
      Failure failure,
      int attemptsMade,
      Idempotence idempotence,
      boolean replayable,
      boolean elsewhere,
      Deadline deadline,
      double draw,
      long nowNanos) {
    Why forbidden = forbids(failure, attemptsMade, idempotence, replayable);
    if (forbidden != null) {
      return stop(forbidden);
    }
    long roomNanos = deadline.remainingNanos(nowNanos) - minAttemptNanos;
    if (roomNanos < 0) {
      return stop(Why.DEADLINE);
    }
    RetryAdvice advice = elsewhere ? RetryAdvice.NONE : failure.advice();
    long askedNanos = TimeUnit.MILLISECONDS.toNanos(advice.afterMillis());
    // A date that cannot be measured asks for seconds at least: dates have no parts of them.
    if (advice.source() == RetryAdvice.Source.DATE_UNMEASURED || askedNanos > roomNanos) {
      return stop(Why.RETRY_AFTER);
    }
    long pauseNanos = pauseNanos(failure.trigger(), attemptsMade, elsewhere, askedNanos, draw);
    Why unpaid = budgets == null ? Why.BUDGET : budgets.refusal(nowNanos);
    return unpaid == null
        ? new Verdict.Again(nowNanos + Math.min(pauseNanos, roomNanos))
        : stop(unpaid);
  }

  private @Nullable Why forbids(
      Failure failure, int attemptsMade, Idempotence idempotence, boolean replayable) {
    if (failure.isFinal()) {
      return Why.ANSWERED;
    }
    if (!options.covers(failure)) {
      return Why.NOT_CONFIGURED;
    }
    Trigger trigger = failure.trigger();
    if (idempotence == Idempotence.UNSAFE && !trigger.nothingDone()) {
      return Why.OUTCOME_UNKNOWN;
    }
    if (!replayable && !trigger.nothingSent()) {
      return Why.NOT_REPLAYABLE;
    }
    return attemptsMade >= options.attempts() ? Why.ATTEMPTS : null;
  }

  /** The doubling step and its jitter, and never before what the backend asked for. */
  private long pauseNanos(
      Trigger trigger, int attemptsMade, boolean elsewhere, long askedNanos, double draw) {
    if (saysNothingOfLoad(trigger, elsewhere)) {
      return askedNanos;
    }
    long stepNanos = Doubling.step(baseNanos, maxNanos, attemptsMade - 1);
    long jitterNanos = (long) (stepNanos * jitter * draw);
    return Math.max(stepNanos, askedNanos) + jitterNanos;
  }

  /** An idle connection that was closed is only old, and another endpoint has not failed yet. */
  private static boolean saysNothingOfLoad(Trigger trigger, boolean elsewhere) {
    return trigger == Trigger.STALE_CONNECTION || (elsewhere && trigger.nothingDone());
  }

  /** The answer of that rule; made once. */
  static Verdict stop(Why why) {
    return Objects.requireNonNull(STOPS.get(why));
  }
}
