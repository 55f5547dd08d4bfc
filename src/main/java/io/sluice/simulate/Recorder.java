package io.sluice.simulate;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Counts what happened to requests and attempts, from the end of the warm-up on. */
final class Recorder {
  private static final long LONGEST_MICROS = 3_600_000_000L;
  private static final int DIGITS = 3;
  private static final long NANOS_PER_MICRO = 1000;

  private final VirtualTime time;
  private final long fromNanos;
  private final TierCount[] tiers = new TierCount[Tier.COUNT];
  private final Histogram calls = new Histogram(LONGEST_MICROS, DIGITS);
  private final Histogram good = new Histogram(LONGEST_MICROS, DIGITS);
  private long everything;
  private long goodSoFar;
  private Series series = Series.NONE;

  /** One tier's counts. */
  static final class TierCount {
    long requests;
    long attempts;
    long succeeded;
    long dispatched;
    long left;
    long failed;
    final Map<Reason, Long> refused = new EnumMap<>(Reason.class);
    final Histogram good = new Histogram(LONGEST_MICROS, DIGITS);

    long refusedInAll() {
      return refused.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  Recorder(VirtualTime time, long fromNanos) {
    this.time = time;
    this.fromNanos = fromNanos;
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      tiers[rank] = new TierCount();
    }
  }

  void series(Series wanted) {
    series = wanted;
  }

  private boolean isOn() {
    return time.nowNanos() - fromNanos >= 0;
  }

  private boolean counts(Clients.Request request) {
    return request.bornNanos() - fromNanos >= 0;
  }

  void request(Tier tier, Clients.Request request) {
    everything++;
    if (counts(request)) {
      tiers[tier.rank()].requests++;
    }
  }

  void attempt(Tier tier, Clients.Request request) {
    if (counts(request)) {
      tiers[tier.rank()].attempts++;
    }
    series.attempt(tier);
  }

  void dispatched(Tier tier) {
    if (isOn()) {
      tiers[tier.rank()].dispatched++;
    }
  }

  void latency(long nanos) {
    if (isOn()) {
      calls.recordValue(Math.min(nanos / NANOS_PER_MICRO, LONGEST_MICROS));
    }
  }

  void left(Tier tier, Clients.Request request) {
    if (counts(request)) {
      tiers[tier.rank()].left++;
    }
  }

  void succeeded(Tier tier, Clients.Request request, long nanos) {
    series.good(tier);
    if (isOn()) {
      goodSoFar++;
      good.recordValue(Math.min(nanos / NANOS_PER_MICRO, LONGEST_MICROS));
    }
    if (counts(request)) {
      TierCount count = tiers[tier.rank()];
      count.succeeded++;
      count.good.recordValue(Math.min(nanos / NANOS_PER_MICRO, LONGEST_MICROS));
    }
  }

  void refusedOrFailed(Tier tier, Clients.Request request, Outcome outcome, long nanos) {
    boolean refused = outcome instanceof Outcome.Refused;
    if (refused) {
      series.shed(tier, ((Outcome.Refused) outcome).reason());
    }
    if (!counts(request)) {
      return;
    }
    TierCount count = tiers[tier.rank()];
    if (refused) {
      count.refused.merge(((Outcome.Refused) outcome).reason(), 1L, Long::sum);
    } else {
      count.failed++;
    }
  }

  TierCount of(Tier tier) {
    return tiers[tier.rank()];
  }

  /** Good answers since the warm-up, whenever they were asked for. */
  long goodSoFar() {
    return goodSoFar;
  }

  /** Requests of all clients, warm-up included. */
  long everything() {
    return everything;
  }

  /** From dispatch to the head of true measurements, in microseconds. */
  Histogram calls() {
    return calls;
  }

  /** From attempt to good answer, in microseconds. */
  Histogram good() {
    return good;
  }
}
