package io.sluice.surge;

import io.sluice.exchange.Tier;
import io.sluice.retry.RetryAdvice;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** All that one event loop counted. */
final class Tally {
  private final TierTally[] tiers = new TierTally[Tier.COUNT];
  private final Histogram hints = new Histogram(RetryAdvice.CAP_MILLIS, 3);
  private final Histogram lag = Latency.histogram();
  private final Window window;

  Tally(Window window) {
    this.window = window;
    for (Tier tier : Tier.values()) {
      tiers[tier.rank()] = new TierTally();
    }
  }

  /** A request was taken over from the pacer. */
  void taken(long intendedNanos, long nowNanos) {
    if (window.contains(intendedNanos)) {
      lag.recordValue(Latency.micros(nowNanos - intendedNanos));
    }
  }

  void attemptEnded(Attempt attempt, Ending ending, long nowNanos) {
    TierTally tier = tierOf(attempt);
    if (ending == Ending.SUCCEEDED && window.contains(nowNanos)) {
      tier.arrivedInWindow++;
    }
    if (attempt.call.measured()) {
      tier.attemptEnded(attempt, ending, nowNanos);
      if (ending == Ending.SHED && attempt.advice.source() == RetryAdvice.Source.MILLIS) {
        hints.recordValue(attempt.advice.afterMillis());
      }
    }
  }

  void requestEnded(Attempt last, Ending ending, long nowNanos) {
    if (last.call.measured()) {
      tierOf(last).requestEnded(last, ending, nowNanos);
    }
  }

  void add(Tally other) {
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      tiers[rank].add(other.tiers[rank]);
    }
    hints.add(other.hints);
    lag.add(other.lag);
  }

  /** The report; arrivals that were dropped before any loop saw them count in the total only. */
  SurgeReport report(SurgePlan plan, long dropped) {
    double windowSeconds = window.lengthNanos() / 1e9;
    var total = new TierTally();
    List<SurgeReport.Row> rows = new ArrayList<>();
    for (Tier tier : Tier.values()) {
      TierTally tally = tiers[tier.rank()];
      total.add(tally);
      if (tally.requests > 0) {
        rows.add(tally.row(tier.code(), windowSeconds));
      }
    }
    total.neverTaken(dropped);
    return new SurgeReport(
        plan.target().toString(),
        plan.load().perSecond(),
        windowSeconds,
        plan.retry().code(),
        total.row("total", windowSeconds),
        rows,
        hintsSeen(),
        Latency.of(lag));
  }

  private SurgeReport.Hints hintsSeen() {
    return hints.getTotalCount() == 0
        ? new SurgeReport.Hints(0, 0, 0, 0)
        : new SurgeReport.Hints(
            hints.getTotalCount(),
            hints.getMinValue(),
            hints.getValueAtPercentile(50),
            hints.getMaxValue());
  }

  private TierTally tierOf(Attempt attempt) {
    return tiers[attempt.call.stream().stream().tier().rank()];
  }
}
