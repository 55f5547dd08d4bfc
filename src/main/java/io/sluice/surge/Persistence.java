package io.sluice.surge;

import io.sluice.client.Backoff;
import io.sluice.client.RetryBudget;
import io.sluice.client.RetryVerdict;
import java.util.random.RandomGenerator;

/** Whether and when the clients of one event loop ask again. */
final class Persistence {
  /** They do not. */
  static final long NEVER = -1;

  /** A retry that would have less than this left before its user leaves is not worth making. */
  private static final long MIN_ATTEMPT_NANOS = 10_000_000;

  private static final double BUDGET_SHARE = 0.2;

  private final Retry retry;
  private final RandomGenerator random;
  private final RetryBudget budget;

  Persistence(Retry retry, RandomGenerator random, long nowNanos) {
    this.retry = retry;
    this.random = random;
    boolean budgeted = retry instanceof Retry.Cooperative cooperative && cooperative.budgeted();
    this.budget = new RetryBudget(budgeted ? BUDGET_SHARE : 0, nowNanos);
  }

  void onCall(long nowNanos) {
    budget.onRequest(nowNanos);
  }

  /** Nanoseconds until the next attempt after this one, or {@link #NEVER}. */
  long waitNanos(Attempt attempt, Ending ending, long nowNanos) {
    // A retry of what never left the generator would only stand behind it in the same queue.
    if (ending == Ending.SUCCEEDED || ending.unsent()) {
      return NEVER;
    }
    return switch (retry) {
      case Retry.None none -> NEVER;
      case Retry.Naive naive -> naively(naive, attempt, ending);
      case Retry.Cooperative cooperative -> cooperatively(cooperative, attempt, ending, nowNanos);
    };
  }

  private static long naively(Retry.Naive naive, Attempt attempt, Ending ending) {
    boolean hopeless = ending == Ending.OTHER_STATUS && attempt.status < 500;
    return hopeless || attempt.number > naive.times() ? NEVER : 0;
  }

  private long cooperatively(
      Retry.Cooperative cooperative, Attempt attempt, Ending ending, long nowNanos) {
    if (verdict(attempt, ending) != RetryVerdict.MAY_RETRY) {
      return NEVER;
    }
    Backoff told = attempt.problem == null ? null : attempt.problem.backoff();
    Backoff backoff = told == null ? cooperative.backoff() : told;
    long waitNanos = backoff.waitNanos(attempt.advice, attempt.number - 1, random);
    long leftNanos = attempt.call.patienceEndNanos() - nowNanos - waitNanos;
    if (leftNanos < MIN_ATTEMPT_NANOS) {
      return NEVER;
    }
    return !cooperative.budgeted() || budget.tryRetry(nowNanos) ? waitNanos : NEVER;
  }

  private static RetryVerdict verdict(Attempt attempt, Ending ending) {
    return switch (ending) {
      case SHED, OTHER_STATUS -> RetryVerdict.afterStatus(attempt.status);
      default ->
          RetryVerdict.afterSilence(attempt.sent, attempt.call.stream().stream().idempotence());
    };
  }
}
