package io.sluice.simulate;

import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryBudget;
import org.jspecify.annotations.Nullable;

/** A production {@link RetryBudget}, of one backend or of the gateway, and who watches it. */
final class SimulatedBudget {
  private final RetryBudget budget;
  private final BudgetWatch watch;
  private final VirtualTime time;
  private long refusedBefore;

  /**
   * @param name of the backend, or of the gateway
   * @param fromNanos the end of the warm-up
   * @param verdicts null if nothing is judged
   */
  SimulatedBudget(
      String name,
      BudgetOptions options,
      VirtualTime time,
      long fromNanos,
      @Nullable Verdicts verdicts) {
    this.time = time;
    this.budget = new RetryBudget(options, time.nowNanos());
    this.watch = new BudgetWatch(name, options, verdicts);
    if (fromNanos - time.nowNanos() > 0) {
      time.at(fromNanos, () -> refusedBefore = refused());
    }
  }

  RetryBudget budget() {
    return budget;
  }

  BudgetWatch watch() {
    return watch;
  }

  private long refused() {
    return budget.snapshot(time.nowNanos()).refused();
  }

  /** How many retries it has refused since the warm-up. */
  long refusals() {
    return refused() - refusedBefore;
  }
}
