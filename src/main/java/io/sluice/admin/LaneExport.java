package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.admit.Lane;
import io.sluice.admit.LaneSnapshot;
import io.sluice.admit.LimitState;
import io.sluice.admit.limit.Move;
import io.sluice.exchange.Tier;
import io.sluice.observe.LaneMeters;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.observe.Quantile;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The series of one lane. They are read from one snapshot taken per scrape: the lane's lock is
 * taken once, and the numbers belong together.
 */
final class LaneExport {
  private static final double SECOND_NANOS = 1e9;
  private static final List<Quantile> QUANTILES = List.of(Quantile.P50, Quantile.P90, Quantile.P99);

  private final LaneMeters meters;
  private volatile Lane lane;
  private volatile LaneSnapshot seen;
  private volatile List<LaneMeters.WaitSnapshot> waits;

  LaneExport(Lane lane, LaneMeters meters, Registrar registrar, long nowNanos) {
    this.lane = lane;
    this.meters = meters;
    seen = lane.snapshot(nowNanos);
    waits = meters.snapshot(nowNanos);
    registerLane(registrar, Tags.of(L.LANE, meters.name()));
    LimitState moving = seen.moving();
    if (moving != null) {
      registerMoving(registrar, moving);
    }
    for (Tier tier : Tier.values()) {
      registerTier(registrar, tier, Tags.of(L.LANE, meters.name(), L.TIER, tier.code()));
    }
  }

  /** A new configuration has a new lane of the same name. */
  void replace(Lane successor) {
    lane = successor;
  }

  Lane lane() {
    return lane;
  }

  void refresh(long nowNanos) {
    seen = lane.snapshot(nowNanos);
    waits = meters.snapshot(nowNanos);
  }

  private void registerLane(Registrar registrar, Tags labels) {
    registrar.register(MetricNames.LANE_LIMIT, labels, () -> seen.limit());
    registrar.register(MetricNames.LANE_OVERLOADED, labels, () -> seen.overloaded() ? 1 : 0);
    registrar.register(MetricNames.LANE_OVERLOADS, labels, () -> seen.overloads());
    registrar.register(MetricNames.LANE_COMPLETIONS, labels, () -> seen.completionsPerSecond());
    registrar.register(MetricNames.LANE_DUPLICATE_ENDS, labels, () -> seen.duplicateEnds());
    registrar.register(
        MetricNames.LANE_OLDEST_PERMIT, labels, () -> seen.oldestPermitNanos() / SECOND_NANOS);
  }

  /** Only for a lane that has one: a fixed number has no reasons. */
  private void registerMoving(Registrar registrar, LimitState moving) {
    Tags labels = Tags.of(L.LANE, meters.name());
    if (!moving.enforced()) {
      registrar.register(
          MetricNames.LANE_LIMIT_SHADOW, labels, () -> Math.floor(moving(LimitState::value)));
    }
    for (Move.Why why : Move.Why.values()) {
      Tags ofReason = labels.and(L.REASON, why.code());
      registrar.register(
          MetricNames.LIMIT_MOVES, ofReason, () -> moving(now -> count(now.moves(), why)));
      registrar.register(
          MetricNames.LIMIT_WINDOWS, ofReason, () -> moving(now -> count(now.verdicts(), why)));
    }
  }

  private static long count(Map<Move.Why, Long> counts, Move.Why why) {
    return counts.getOrDefault(why, 0L);
  }

  private double moving(ToDoubleFunction<LimitState> value) {
    LimitState now = seen.moving();
    return now == null ? Double.NaN : value.applyAsDouble(now);
  }

  private void registerTier(Registrar registrar, Tier tier, Tags labels) {
    each(registrar, tier, labels, MetricNames.LANE_IN_FLIGHT, of -> of.inFlight());
    each(registrar, tier, labels, MetricNames.LANE_QUEUE_DEPTH, of -> of.waiting());
    each(registrar, tier, labels, MetricNames.LANE_SHED_LEVEL, of -> of.level());
    each(registrar, tier, labels, MetricNames.LANE_ARRIVALS, of -> of.arrivals());
    each(registrar, tier, labels, MetricNames.LANE_ADMITTED, of -> of.admitted());
    each(registrar, tier, labels, MetricNames.LANE_SHEDS, of -> of.shed());
    if (tier != Tier.P2) {
      each(
          registrar, tier, labels, MetricNames.LANE_WAIT_BOUND, of -> seconds(of.waitBoundNanos()));
      each(registrar, tier, labels, MetricNames.LANE_WAIT_SHARE, of -> of.waitShare());
    }
    registrar.register(MetricNames.LANE_SATURATION, labels, () -> saturation(tier));
    registrar.register(MetricNames.LANE_WAITED, labels, () -> waits.get(tier.rank()).count());
    registrar.register(
        MetricNames.LANE_WAIT, labels, QUANTILES, () -> waits.get(tier.rank()).times());
  }

  private void each(
      Registrar registrar,
      Tier tier,
      Tags labels,
      MetricNames name,
      ToDoubleFunction<LaneSnapshot.TierSnapshot> value) {
    registrar.register(name, labels, () -> value.applyAsDouble(seen.tiers().get(tier.rank())));
  }

  private static double seconds(long nanos) {
    return nanos / SECOND_NANOS;
  }

  private double saturation(Tier tier) {
    LaneSnapshot now = seen;
    return (double) now.tiers().get(tier.rank()).inFlight() / now.limit();
  }
}
