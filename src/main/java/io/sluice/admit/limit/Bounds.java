package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * What every moving limit keeps to, whatever its rule: the configured bounds, and growth only to
 * twice what was in flight at the most.
 */
record Bounds(double min, double max) {
  private static final double HEADROOM = 2;

  static Bounds of(LimitOptions options) {
    return new Bounds(options.min(), Math.max(options.min(), options.max()));
  }

  double clamp(double limit) {
    return Math.clamp(limit, min, max);
  }

  /** Moves up, as far as may be. */
  Move grow(double from, double to, int peakInFlight, Why why) {
    double cap = Math.max(from, HEADROOM * peakInFlight);
    if (from >= max) {
      return new Move(max, Why.AT_MAX);
    }
    return to > cap
        ? new Move(clamp(cap), Why.GROWTH_CAPPED)
        : new Move(clamp(to), to >= max ? Why.AT_MAX : why);
  }

  /** Moves down, as far as may be. */
  Move shrink(double from, double to, Why why) {
    return from <= min ? new Move(min, Why.AT_MIN) : new Move(clamp(Math.min(from, to)), why);
  }
}
