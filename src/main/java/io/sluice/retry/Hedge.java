package io.sluice.retry;

import io.sluice.exchange.Idempotence;
import io.sluice.time.Deadline;

/**
 * When a slow read gets a second exchange beside the first. It is made only where {@code attempts}
 * allow another, and paid for from the same budgets; the two together are one attempt, so that the
 * next attempt is still to come where both fail.
 */
public final class Hedge {
  /** There will be none. */
  public static final long NEVER = -1;

  private final int attempts;
  private final long afterNanos;
  private final boolean measures;
  private final long minAttemptNanos;
  private final RetryBudgets budgets;

  public Hedge(RetryOptions options, RetryBudgets budgets) {
    this.attempts = options.hedge().isOff() ? 1 : options.attempts();
    this.afterNanos = options.hedge().after().toNanos();
    this.measures = options.hedge().percentile().fraction() > 0;
    this.minAttemptNanos = options.minAttempt().toNanos();
    this.budgets = budgets;
  }

  /**
   * How long an attempt may take before another is made beside it; {@link #NEVER} for one that is
   * not safe to make twice at once.
   *
   * @param measuredNanos the configured percentile of the backend's recent times; 0 while unknown,
   *     and then nothing is hedged that depends on it
   */
  public long afterNanos(Idempotence idempotence, long measuredNanos) {
    if (attempts < 2 || idempotence != Idempotence.SAFE || (measures && measuredNanos <= 0)) {
      return NEVER;
    }
    return measures ? Math.max(afterNanos, measuredNanos) : afterNanos;
  }

  /**
   * That time is over and no answer has come: whether the other attempt is made now.
   *
   * @param attemptsMade those still running included
   */
  public Verdict decide(int attemptsMade, Deadline deadline, long nowNanos) {
    if (attemptsMade >= attempts) {
      return RetryPolicy.stop(Why.ATTEMPTS);
    }
    if (deadline.remainingNanos(nowNanos) < minAttemptNanos) {
      return RetryPolicy.stop(Why.DEADLINE);
    }
    Why unpaid = budgets.refusal(nowNanos);
    return unpaid == null ? new Verdict.Again(nowNanos) : RetryPolicy.stop(unpaid);
  }
}
