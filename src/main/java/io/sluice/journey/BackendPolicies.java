package io.sluice.journey;

import io.sluice.breaker.CircuitBreaker;
import io.sluice.retry.Hedge;
import io.sluice.retry.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of one backend are judged by; shared by all its routes and event loops.
 *
 * @param name of the backend
 * @param retry whether there is another attempt
 * @param hedge whether slow reads are asked for twice; null for never
 * @param breaker whether it may be called at all; null for always
 * @param distress what it says of itself
 * @param elastic whether it grows with its load, so that waiting for it pays longer
 */
public record BackendPolicies(
    String name,
    RetryPolicy retry,
    @Nullable Hedge hedge,
    @Nullable CircuitBreaker breaker,
    Distress distress,
    boolean elastic) {

  /** Of a backend that is called once, whatever becomes of it. */
  public static BackendPolicies plain(String name) {
    return new BackendPolicies(name, RetryPolicy.NEVER, null, null, new Distress(), false);
  }

  /** Whether its breaker keeps calls from it, or lets one through to see how it is. */
  boolean isSuspect() {
    return breaker != null
        && switch (breaker.state()) {
          case OPEN, HALF_OPEN, FORCED_OPEN -> true;
          case CLOSED, FORCED_CLOSED -> false;
        };
  }

  /** Whether waiting for it would only add to its bill: it is going under. */
  boolean isGoingUnder(long nowNanos) {
    return isSuspect() || distress.isOn(nowNanos);
  }
}
