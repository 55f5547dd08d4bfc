package io.sluice.simulate;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;

/** A production limit whose every move is held against the invariants of limits. */
final class WatchedLimit implements Limit {
  private final Limit limit;
  private final LimitOptions options;
  private final String lane;
  private final Verdicts verdicts;

  WatchedLimit(Limit limit, LimitOptions options, String lane, Verdicts verdicts) {
    this.limit = limit;
    this.options = options;
    this.lane = lane;
    this.verdicts = verdicts;
  }

  @Override
  public double value() {
    return limit.value();
  }

  @Override
  public Move next(Sample window) {
    double before = limit.value();
    Move move = limit.next(window);
    double after = limit.value();
    boolean unhealthy = window.medianNanos() > options.maxHealthyLatency().toNanos();
    boolean bounded = after >= options.min() && after <= options.max();
    judge(Invariant.LIMIT_IN_BOUNDS, bounded && move.limit() == after, before, window, move);
    if (!window.saturated()) {
      boolean mayFall = unhealthy || window.drops() > 0;
      boolean holds = after == before || (mayFall && after < before);
      judge(Invariant.LIMIT_HOLDS_UNSATURATED, holds, before, window, move);
    }
    if (unhealthy) {
      judge(Invariant.LIMIT_NEVER_RISES_UNHEALTHY, after <= before, before, window, move);
    }
    return move;
  }

  private void judge(Invariant which, boolean holds, double before, Sample window, Move move) {
    verdicts.judge(which, holds, () -> lane + ": " + before + " -> " + move + " on " + window);
  }
}
