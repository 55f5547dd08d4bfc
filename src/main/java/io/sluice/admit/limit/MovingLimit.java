package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/** What all limits that move have in common: their bounds, where they are, and how to hold. */
abstract class MovingLimit implements Limit {
  /** What is left of a limit by each window with drops or with latency that is not healthy. */
  private static final double BACKOFF = 0.9;

  private final Bounds bounds;
  private final long maxHealthyNanos;
  private double limit;

  MovingLimit(LimitOptions options) {
    bounds = Bounds.of(options);
    maxHealthyNanos = options.maxHealthyLatency().toNanos();
    limit = bounds.clamp(options.initial());
  }

  @Override
  public final double value() {
    return limit;
  }

  @Override
  public final Move next(Sample window) {
    Move move = decide(window);
    limit = move.limit();
    return move;
  }

  /** The rule. */
  abstract Move decide(Sample window);

  final Bounds bounds() {
    return bounds;
  }

  final boolean isUnhealthy(Sample window) {
    return window.medianNanos() > maxHealthyNanos;
  }

  final Move hold(Why why) {
    return new Move(limit, why);
  }

  final Move backOff(Why why) {
    return bounds.shrink(limit, limit * BACKOFF, why);
  }
}
