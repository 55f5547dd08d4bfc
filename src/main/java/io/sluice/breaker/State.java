package io.sluice.breaker;

import org.jspecify.annotations.Nullable;

/**
 * Where a breaker stands, with all that is known there; immutable, and swapped as a whole. A new
 * period begins with every state that gives out passages anew, so that what was begun before it can
 * be told from what belongs to it.
 */
sealed interface State {
  BreakerState name();

  long period();

  long sinceNanos();

  /** How long at least, or in the case of a probe at most, nobody passes; ≤ 0 if somebody may. */
  default long openForNanos(long nowNanos) {
    return 0;
  }

  /** What has been counted; only a closed breaker counts. */
  default CallCounts counts(long nowNanos) {
    return CallCounts.NONE;
  }

  /**
   * Everybody passes, and is counted.
   *
   * @param inARow failures since the last success
   * @param window null where no rate is looked at; counts on its own, and goes with the period
   */
  record Closed(long period, long sinceNanos, int inARow, @Nullable CallWindow window)
      implements State {
    /** With nothing counted yet. */
    static Closed fresh(long period, BreakerOptions options, long nowNanos) {
      CallWindow window =
          options.hasRates() ? new CallWindow(options.window().toNanos(), nowNanos) : null;
      return new Closed(period, nowNanos, 0, window);
    }

    Closed after(int failuresInARow) {
      return new Closed(period, sinceNanos, failuresInARow, window);
    }

    @Override
    public CallCounts counts(long nowNanos) {
      CallCounts counts = window == null ? CallCounts.NONE : window.sum(nowNanos);
      return counts.inARow(inARow);
    }

    @Override
    public BreakerState name() {
      return BreakerState.CLOSED;
    }
  }

  /**
   * Nobody passes.
   *
   * @param untilNanos the end of the cooldown
   */
  record Open(long period, long sinceNanos, long untilNanos) implements State {
    @Override
    public long openForNanos(long nowNanos) {
      return untilNanos - nowNanos;
    }

    @Override
    public BreakerState name() {
      return BreakerState.OPEN;
    }
  }

  /**
   * One passes.
   *
   * @param probe the one that is out; null if the next call is one
   */
  record HalfOpen(long period, long sinceNanos, @Nullable Probe probe) implements State {
    /** The same with a probe out, in a period of its own. */
    HalfOpen probed(Probe next) {
      return new HalfOpen(period + 1, sinceNanos, next);
    }

    /** The same with the probe's slot given back. */
    HalfOpen free() {
      return new HalfOpen(period, sinceNanos, null);
    }

    @Override
    public long openForNanos(long nowNanos) {
      return probe == null ? 0 : probe.leftNanos(nowNanos);
    }

    @Override
    public BreakerState name() {
      return BreakerState.HALF_OPEN;
    }
  }

  /**
   * The one call that decides.
   *
   * @param untilNanos when it counts as lost
   */
  record Probe(long sinceNanos, long untilNanos) {
    static Probe of(BreakerOptions options, long nowNanos) {
      return new Probe(nowNanos, nowNanos + options.probeTimeout().toNanos());
    }

    long leftNanos(long nowNanos) {
      return untilNanos - nowNanos;
    }
  }

  /**
   * Nobody passes: an operator's word.
   *
   * @param hintNanos what to tell those who ask for how long, as nobody knows
   */
  record ForcedOpen(long period, long sinceNanos, long hintNanos) implements State {
    @Override
    public long openForNanos(long nowNanos) {
      return hintNanos;
    }

    @Override
    public BreakerState name() {
      return BreakerState.FORCED_OPEN;
    }
  }

  /** Everybody passes: an operator's word. */
  record ForcedClosed(long period, long sinceNanos) implements State {
    @Override
    public BreakerState name() {
      return BreakerState.FORCED_CLOSED;
    }
  }
}
