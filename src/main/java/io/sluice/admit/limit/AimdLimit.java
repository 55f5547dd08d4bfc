package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * Additive increase, multiplicative decrease: one more for every saturated window, a tenth less for
 * every window with drops or with a median that is not healthy. It finds the limit only by
 * overstepping it.
 */
public final class AimdLimit extends MovingLimit {
  public AimdLimit(LimitOptions options) {
    super(options);
  }

  @Override
  Move decide(Sample window) {
    if (window.drops() > 0) {
      return backOff(Why.DROPS);
    }
    if (isUnhealthy(window)) {
      return backOff(Why.UNHEALTHY);
    }
    if (window.samples() == 0) {
      return hold(Why.NO_SAMPLES);
    }
    return window.saturated()
        ? bounds().grow(value(), value() + 1, window.peakInFlight(), Why.QUEUE_SHORT)
        : hold(Why.UNSATURATED);
  }
}
