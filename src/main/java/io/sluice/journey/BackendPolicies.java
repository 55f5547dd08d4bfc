package io.sluice.journey;

import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one backend are judged by; shared by all its routes and event loops.
 *
 * @param name of the backend
 * @param retry whether there is another attempt
 * @param breaker whether it may be called at all; null for always
 * @param distress what it says of itself
 */
public record BackendPolicies(
    String name, RetryPolicy retry, @Nullable CircuitBreaker breaker, Distress distress) {

  /** Of a backend that is called once, whatever becomes of it. */
  public static BackendPolicies plain(String name) {
    return new BackendPolicies(name, RetryPolicy.NONE, null, new Distress());
  }

  /** Whether its breaker is anything but closed. */
  boolean isSuspect(long nowNanos) {
    return breaker != null && breaker.state(nowNanos) != BreakerState.CLOSED;
  }

  /** Whether waiting for it would only add to its bill: it is going under. */
  boolean isGoingUnder(long nowNanos) {
    return isSuspect(nowNanos) || distress.isOn(nowNanos);
  }
}
