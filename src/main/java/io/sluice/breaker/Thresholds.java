package io.sluice.breaker;

import io.sluice.breaker.Transition.Why;
import io.sluice.options.Share;
import org.jspecify.annotations.Nullable;

/** What opens a closed breaker. Only a call that itself failed, or was slow, ever does. */
final class Thresholds {
  /** Shares are no binary fractions: 7 of 100 is 7 %. */
  private static final double ROUNDING = 1e-9;

  private final BreakerOptions options;

  Thresholds(BreakerOptions options) {
    this.options = options;
  }

  boolean isSlow(long latencyNanos) {
    return options.slowRate() != null && latencyNanos >= options.slowCall().toNanos();
  }

  /** Which of them the counts, this call among them, have reached; null for none. */
  @Nullable Why reached(CallCounts counts, boolean failed, boolean slow) {
    if (failed && options.failures() > 0 && counts.inARow() >= options.failures()) {
      return Why.FAILURES;
    }
    if (counts.calls() < options.minimumCalls()) {
      return null;
    }
    if (failed && isAtLeast(options.failureRate(), counts.failed(), counts.calls())) {
      return Why.FAILURE_RATE;
    }
    return slow && isAtLeast(options.slowRate(), counts.slow(), counts.calls())
        ? Why.SLOW_RATE
        : null;
  }

  private static boolean isAtLeast(@Nullable Share share, int part, int whole) {
    return share != null && part >= share.fraction() * whole - ROUNDING;
  }
}
