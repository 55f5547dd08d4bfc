package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.retry.BudgetSnapshot;
import io.sluice.retry.RetryBudget;

/** The series of one retry budget, read from one snapshot per scrape. */
final class BudgetExport {
  private final RetryBudget budget;
  private volatile BudgetSnapshot seen;

  private BudgetExport(RetryBudget budget, long nowNanos) {
    this.budget = budget;
    this.seen = budget.snapshot(nowNanos);
  }

  /** Of one backend. */
  static BudgetExport of(String backend, RetryBudget budget, Registrar registrar, long nowNanos) {
    var export = new BudgetExport(budget, nowNanos);
    Tags labels = Tags.of(L.BACKEND, backend);
    registrar.register(MetricNames.RETRIES, labels, () -> export.seen.granted());
    registrar.register(MetricNames.RETRIES_REFUSED, labels, () -> export.seen.refused());
    registrar.register(MetricNames.RETRY_BUDGET_LEFT, labels, () -> export.seen.left());
    return export;
  }

  /** Of the gateway as a whole; what it pays for is counted at the backends. */
  static BudgetExport global(RetryBudget budget, Registrar registrar, long nowNanos) {
    var export = new BudgetExport(budget, nowNanos);
    registrar.register(
        MetricNames.GLOBAL_RETRIES_REFUSED, Tags.empty(), () -> export.seen.refused());
    registrar.register(
        MetricNames.GLOBAL_RETRY_BUDGET_LEFT, Tags.empty(), () -> export.seen.left());
    return export;
  }

  void refresh(long nowNanos) {
    seen = budget.snapshot(nowNanos);
  }
}
