package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * Follows the gradient between a long and a short mean of the latency, as Netflix' Gradient2 does:
 * {@code L ← (1 − s)·L + s·(L·g + 4)} with {@code g = clamp(1.5 · long / short, 0.5, 1)} and a
 * smoothing s of 0.2. It tolerates half as much latency again as there was on the long run, and the
 * long run follows: it keeps far more in flight than the backend needs.
 */
public final class GradientLimit extends MovingLimit {
  private static final double TOLERANCE = 1.5;
  private static final double SMOOTHING = 0.2;
  private static final double HEADROOM = 4;
  private static final double LONG_WINDOWS = 600;

  private double longNanos;
  private int seen;

  public GradientLimit(LimitOptions options) {
    super(options);
  }

  @Override
  Move decide(Sample window) {
    if (window.drops() > 0) {
      return backOff(Why.DROPS);
    }
    if (window.samples() == 0) {
      return hold(Why.NO_SAMPLES);
    }
    double shortNanos = window.medianNanos();
    remember(shortNanos);
    if (isUnhealthy(window)) {
      return backOff(Why.UNHEALTHY);
    }
    if (!window.saturated()) {
      return hold(Why.UNSATURATED);
    }
    double limit = value();
    double gradient = Math.clamp(TOLERANCE * longNanos / shortNanos, 0.5, 1);
    double target = limit * gradient + HEADROOM;
    double next = (1 - SMOOTHING) * limit + SMOOTHING * target;
    return next >= limit
        ? bounds().grow(limit, next, window.peakInFlight(), Why.QUEUE_SHORT)
        : bounds().shrink(limit, next, Why.QUEUE_LONG);
  }

  /** A mean that starts with the first windows and is forgotten over 600 of them. */
  private void remember(double shortNanos) {
    seen++;
    longNanos += (shortNanos - longNanos) / Math.min(seen, LONG_WINDOWS);
    // After a slow time that is over, or it would be tolerated for as long as it lasted.
    if (longNanos > 2 * shortNanos) {
      longNanos *= 0.95;
    }
  }
}
