package io.sluice.plan;

import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryOptions;
import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Verdict;

/**
 * What the gateway's own retries can make of one backend's load, at the worst: if everything that
 * may be repeated fails, and each failure costs the backend as much as a success.
 *
 * @param backend its name
 * @param rate requests a second
 * @param capacity what its lanes could finish of them
 * @param attempts at one request, the first one included
 * @param budget retries per request that its own budget and the gateway's grant at this rate
 * @param amplification A ≤ min(attempts, 1 + budget)
 * @param mostPerSecond attempts a second, at most
 * @param verdict whether even that fits
 */
public record BackendForecast(
    String backend,
    double rate,
    double capacity,
    int attempts,
    double budget,
    double amplification,
    double mostPerSecond,
    Verdict verdict) {
  /** The minimum of a budget is granted once in so many seconds. */
  private static final double MINIMUM_SECONDS = 10;

  /**
   * The forecast of one backend.
   *
   * @param retry its policy, with its own budget
   * @param global the gateway's budget
   * @param rate requests a second to it
   * @param totalRate requests a second to all backends
   * @param capacity of its lanes, requests a second
   */
  public static BackendForecast of(
      String backend,
      RetryOptions retry,
      BudgetOptions global,
      double rate,
      double totalRate,
      double capacity) {
    int retries = retry.attempts() - 1;
    if (rate <= 0) {
      return new BackendForecast(backend, 0, capacity, retry.attempts(), 0, 1, 0, Verdict.STABLE);
    }
    double granted = Math.min(granted(retry.budget(), rate), granted(global, totalRate));
    var model = new AmplificationModel(capacity, rate, retries, 1, granted / rate);
    return new BackendForecast(
        backend,
        rate,
        capacity,
        retry.attempts(),
        model.budget(),
        model.mostAttempts(),
        rate * model.mostAttempts(),
        model.verdict());
  }

  /** Retries a second that a budget grants at this rate, while it lasts. */
  private static double granted(BudgetOptions budget, double rate) {
    double share = Math.max(budget.minimum() / MINIMUM_SECONDS, budget.ratio().fraction() * rate);
    return Math.min(budget.perSecond(), share);
  }
}
