package io.sluice.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.retry.BudgetOptions;
import io.sluice.simulate.AmplificationModel;

/**
 * What keeps a load from feeding itself.
 *
 * @param retryBudget share of the requests that may be repeated, so that λ·(1 + budget) ≤ C; 0 if
 *     not even the load itself fits
 * @param missing requests a second that do not fit, however often they are repeated; 0 if all do
 * @param spreadPerSecond seconds over which clients must come back, for each second in which they
 *     were refused. Refused for a second, λ of them are owed; they return beside the λ that come
 *     anyway, so λ/h ≤ C − λ, h ≥ λ/(C − λ). Where the load does not fit, its surplus λ − C is
 *     owed, and the whole capacity is free for it only when the load is over: h ≥ (λ − C)/C
 */
public record Remedy(double retryBudget, double missing, double spreadPerSecond) {
  /** The share of repetitions that the gateway and its client allow themselves. */
  private static final double USUAL_BUDGET = BudgetOptions.DEFAULT.ratio().fraction();

  public static Remedy of(AmplificationModel model) {
    double capacity = model.capacity();
    double rate = model.rate();
    if (rate > capacity) {
      return new Remedy(0, rate - capacity, (rate - capacity) / capacity);
    }
    return new Remedy(model.safeRetryRatio(), 0, rate / (capacity - rate));
  }

  /** The usual budget, or less where less is safe. */
  @JsonProperty
  public double usualBudget() {
    return missing > 0 ? USUAL_BUDGET : Math.min(USUAL_BUDGET, retryBudget);
  }
}
