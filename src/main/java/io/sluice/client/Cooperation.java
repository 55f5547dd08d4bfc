package io.sluice.client;

import io.sluice.exchange.Idempotence;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.Verdict;
import io.sluice.retry.Why;
import io.sluice.time.Deadline;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Whether and when a co-operating client asks again: only after a refusal, or where twice is once;
 * never before it was told to; not beyond its attempts and its time; and within its budget, asked
 * last because asking is paying. Any thread.
 */
public final class Cooperation {
  /** As many attempts as there is time and budget for. */
  public static final int ANY_NUMBER = Integer.MAX_VALUE;

  /** A retry that would have less than this left before its user leaves is not worth making. */
  private static final long MIN_ATTEMPT_NANOS = 10_000_000;

  private final int attempts;
  private final @Nullable RetryBudget budget;

  /**
   * @param attempts at one request, the first one included; ≥ 1
   * @param budget null for none, as of clients that do not behave
   */
  public Cooperation(int attempts, @Nullable RetryBudget budget) {
    if (attempts < 1) {
      throw new IllegalArgumentException(attempts + " attempts");
    }
    this.attempts = attempts;
    this.budget = budget;
  }

  /** A request begins: a new one, not another attempt at it. */
  public void request(long nowNanos) {
    if (budget != null) {
      budget.request(nowNanos);
    }
  }

  /**
   * What follows from an attempt that did not succeed.
   *
   * @param attemptsMade this one included; ≥ 1
   * @param backoff its own steps, where nobody told how long to stay away
   * @param patience by when the whole request must be answered
   */
  public Verdict after(
      Setback setback,
      int attemptsMade,
      Backoff backoff,
      Deadline patience,
      RandomGenerator random,
      long nowNanos) {
    Why forbidden = forbids(setback, attemptsMade);
    if (forbidden != null) {
      return new Verdict.Stop(forbidden);
    }
    long waitNanos = backoff.waitNanos(setback.advice(), attemptsMade - 1, random);
    if (patience.remainingNanos(nowNanos) - waitNanos < MIN_ATTEMPT_NANOS) {
      return new Verdict.Stop(Why.DEADLINE);
    }
    return budget == null || budget.tryTake(nowNanos)
        ? new Verdict.Again(nowNanos + waitNanos)
        : new Verdict.Stop(Why.BUDGET);
  }

  private @Nullable Why forbids(Setback setback, int attemptsMade) {
    if (setback.isAnswer()) {
      if (!setback.isRefusal()) {
        return Why.ANSWERED;
      }
    } else if (setback.mayHaveArrived() && setback.idempotence() == Idempotence.UNSAFE) {
      return Why.OUTCOME_UNKNOWN;
    }
    return attemptsMade >= attempts ? Why.ATTEMPTS : null;
  }
}
