package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/** First form; the guards come. */
public final class GuardedVegas implements Limit {
  private final Bounds bounds;
  private double limit;
  private double baseNanos = Double.POSITIVE_INFINITY;

  public GuardedVegas(LimitOptions options) {
    bounds = Bounds.of(options);
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
    if (window.samples() == 0) {
      return new Move(limit, Why.NO_SAMPLES);
    }
    baseNanos = Math.min(baseNanos, window.medianNanos());
    if (!window.saturated()) {
      return new Move(limit, Why.UNSATURATED);
    }
    double queue = window.meanInFlight() * (1 - baseNanos / window.medianNanos());
    double headroom = Math.max(1, Math.sqrt(limit) / 2);
    if (queue <= headroom) {
      return bounds.grow(limit, limit + headroom, window.peakInFlight(), Why.QUEUE_SHORT);
    }
    return queue > 2.5 * headroom
        ? bounds.shrink(limit, limit - headroom, Why.QUEUE_LONG)
        : new Move(limit, Why.STEADY);
  }
}
