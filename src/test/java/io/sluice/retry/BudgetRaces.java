package io.sluice.retry;

import io.sluice.options.Share;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** Two backends whose retries are paid from one global budget, while requests come in. */
public class BudgetRaces {
  private static final long NOW = 0;
  private static final BudgetOptions OWN = new BudgetOptions(new Share(0.5), 2, 1000);
  private static final BudgetOptions GLOBAL = new BudgetOptions(new Share(0.5), 3, 1000);

  private final RetryBudget global = new RetryBudget(GLOBAL, NOW);
  private final RetryBudgets one = new RetryBudgets(new RetryBudget(OWN, NOW), global);
  private final RetryBudgets other = new RetryBudgets(new RetryBudget(OWN, NOW), global);

  @Operation
  public boolean takeOne() {
    return one.tryTake(NOW);
  }

  @Operation
  public boolean takeOther() {
    return other.tryTake(NOW);
  }

  /** Only its own counts: a request is counted in two places, one after the other. */
  @Operation
  public void request() {
    global.request(NOW);
  }

  @Validate
  public void bothHavePaidOrNeither() {
    long paid = one.own().snapshot(NOW).granted() + other.own().snapshot(NOW).granted();
    if (paid != global.snapshot(NOW).granted()) {
      throw new IllegalStateException(paid + " of " + global.snapshot(NOW));
    }
  }
}
