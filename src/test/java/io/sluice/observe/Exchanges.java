package io.sluice.observe;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;

/** Requests for tests. */
final class Exchanges {
  private Exchanges() {}

  static Exchange of(Tier tier, long startNanos, long budgetNanos) {
    return new Exchange(
        "id",
        "loans",
        "core",
        tier,
        Kind.WRITE,
        Idempotence.UNSAFE,
        Deadline.after(budgetNanos, startNanos),
        startNanos);
  }
}
