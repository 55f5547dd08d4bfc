package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * Additive increase, multiplicative decrease: one more for every saturated window, a tenth less for
 * every window with drops or with a median that is not healthy. It finds the limit only by
 * overstepping it.
 */
public final class AimdLimit implements Limit {
  private static final double BACKOFF = 0.9;

  private final Bounds bounds;
  private final long maxHealthyNanos;
  private double limit;

  public AimdLimit(LimitOptions options) {
    bounds = Bounds.of(options);
    maxHealthyNanos = options.maxHealthyLatency().toNanos();
    limit = bounds.clamp(options.initial());
  }

  @Override
  public double value() {
    return limit;
  }

  @Override
  public Move next(Sample window) {
    Move move = decide(window);
    limit = move.limit();
    return move;
  }

  private Move decide(Sample window) {
    if (window.drops() > 0) {
      return bounds.shrink(limit, limit * BACKOFF, Why.DROPS);
    }
    if (window.medianNanos() > maxHealthyNanos) {
      return bounds.shrink(limit, limit * BACKOFF, Why.UNHEALTHY);
    }
    if (window.samples() == 0) {
      return new Move(limit, Why.NO_SAMPLES);
    }
    return window.saturated()
        ? bounds.grow(limit, limit + 1, window.peakInFlight(), Why.QUEUE_SHORT)
        : new Move(limit, Why.UNSATURATED);
  }
}
