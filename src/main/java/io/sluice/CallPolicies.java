package io.sluice;

import static java.util.Objects.requireNonNull;

import io.sluice.breaker.BreakerListener;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.config.GatewayOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.journey.BackendPolicies;
import io.sluice.journey.Distress;
import io.sluice.retry.Hedge;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.RetryBudgets;
import io.sluice.retry.RetryPolicy;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of each backend are judged by, and the one budget that all their retries share.
 */
final class CallPolicies {
  private final RetryBudget global;
  private final Map<String, RetryBudget> budgets = new LinkedHashMap<>();
  private final Map<String, BackendPolicies> byBackend = new LinkedHashMap<>();

  CallPolicies(GatewayOptions options, BreakerListener breakers, long nowNanos) {
    this.global = new RetryBudget(options.retryBudget(), nowNanos);
    options
        .backends()
        .forEach((name, backend) -> byBackend.put(name, of(name, backend, breakers, nowNanos)));
  }

  private BackendPolicies of(
      String name, BackendOptions options, BreakerListener breakers, long nowNanos) {
    var own = new RetryBudget(options.retry().budget(), nowNanos);
    budgets.put(name, own);
    var budgets = new RetryBudgets(own, global);
    return new BackendPolicies(
        name,
        new RetryPolicy(options.retry(), budgets),
        options.retry().hedge().isOff() ? null : new Hedge(options.retry(), budgets),
        breaker(name, options, breakers, nowNanos),
        new Distress(),
        options.elastic());
  }

  private static @Nullable CircuitBreaker breaker(
      String name, BackendOptions options, BreakerListener breakers, long nowNanos) {
    return options.breaker() == null
        ? null
        : new CircuitBreaker(name, options.breaker(), breakers, nowNanos);
  }

  BackendPolicies of(String backend) {
    return requireNonNull(byBackend.get(backend));
  }

  /** By name of the backend. */
  Map<String, BackendPolicies> byBackend() {
    return Collections.unmodifiableMap(byBackend);
  }

  /** Of the backends that have one. */
  Collection<CircuitBreaker> breakers() {
    return byBackend.values().stream()
        .map(BackendPolicies::breaker)
        .filter(Objects::nonNull)
        .toList();
  }

  /** Of the gateway as a whole. */
  RetryBudget globalBudget() {
    return global;
  }

  /** By name of the backend. */
  Map<String, RetryBudget> budgets() {
    return Collections.unmodifiableMap(budgets);
  }
}
