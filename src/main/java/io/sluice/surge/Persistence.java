package io.sluice.surge;

import io.sluice.client.Backoff;
import io.sluice.client.Cooperation;
import io.sluice.client.Setback;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.Verdict;
import io.sluice.time.Deadline;
import java.util.random.RandomGenerator;

/** Whether and when the clients of one event loop ask again. */
final class Persistence {
  /** They do not. */
  static final long NEVER = -1;

  /** A fifth of the requests; a generator of load is not bounded in its rate. */
  private static final BudgetOptions BUDGET =
      new BudgetOptions(new Share(0.2), 3, BudgetOptions.UNCAPPED);

  private final Retry retry;
  private final RandomGenerator random;
  private final Cooperation cooperation;

  Persistence(Retry retry, RandomGenerator random, long nowNanos) {
    this.retry = retry;
    this.random = random;
    boolean budgeted = retry instanceof Retry.Cooperative cooperative && cooperative.budgeted();
    RetryBudget budget = budgeted ? new RetryBudget(BUDGET, nowNanos) : null;
    this.cooperation = new Cooperation(Cooperation.ANY_NUMBER, budget);
  }

  void onCall(long nowNanos) {
    cooperation.request(nowNanos);
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
    var patience = new Deadline(attempt.call.patienceEndNanos());
    Verdict verdict =
        cooperation.after(
            setback(attempt, ending),
            attempt.number,
            backoff(cooperative, attempt),
            patience,
            random,
            nowNanos);
    return switch (verdict) {
      case Verdict.Again again -> again.atNanos() - nowNanos;
      case Verdict.Stop stop -> NEVER;
    };
  }

  private static Setback setback(Attempt attempt, Ending ending) {
    return switch (ending) {
      case SHED, OTHER_STATUS -> Setback.answered(attempt.status, attempt.advice);
      default -> Setback.silent(attempt.sent, attempt.call.stream().stream().idempotence());
    };
  }

  /** What the problem told, else its own. */
  private static Backoff backoff(Retry.Cooperative cooperative, Attempt attempt) {
    Backoff told = attempt.problem == null ? null : attempt.problem.backoff();
    return told == null ? cooperative.backoff() : told;
  }
}
