package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.breaker.BreakerSnapshot;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Transition.Why;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;

/** The series of one backend's breaker, read from one snapshot per scrape. */
final class BreakerExport {
  private volatile CircuitBreaker breaker;
  private volatile BreakerSnapshot seen;

  BreakerExport(CircuitBreaker breaker, Registrar registrar, long nowNanos) {
    this.breaker = breaker;
    seen = breaker.snapshot(nowNanos);
    Tags labels = Tags.of(L.BACKEND, breaker.backend());
    for (BreakerState state : BreakerState.values()) {
      registrar.register(
          MetricNames.BREAKER_STATE,
          labels.and(L.STATE, state.code()),
          () -> seen.state() == state ? 1 : 0);
    }
    for (Why why : Why.values()) {
      registrar.register(
          MetricNames.BREAKER_TRANSITIONS, labels.and(L.REASON, why.code()), () -> seen.moves(why));
    }
    registrar.register(MetricNames.BREAKER_REFUSED, labels, () -> seen.refused());
    registrar.register(MetricNames.BREAKER_PROBES, labels, () -> seen.probes());
    registrar.register(MetricNames.BREAKER_DUPLICATE_ENDS, labels, () -> seen.duplicateEnds());
  }

  /** A new configuration has a new breaker for the same backend. */
  void replace(CircuitBreaker successor) {
    breaker = successor;
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  void refresh(long nowNanos) {
    seen = breaker.snapshot(nowNanos);
  }
}
