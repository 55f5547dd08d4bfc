package io.sluice.simulate;

import io.sluice.admit.LaneSnapshot;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.simulate.BackendResult.BreakerResult;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * What came of a run, from the end of the warm-up on.
 *
 * @param scenario what was run
 * @param tiers by rank
 * @param goodput good answers a second
 * @param possible good answers a second that a perfect gateway would have got
 * @param callP50Millis median from dispatch to head
 * @param callP99Millis 99th percentile of it
 * @param answerP50Millis median from attempt to good answer
 * @param answerP99Millis 99th percentile of it
 * @param requests all requests simulated, warm-up included
 * @param served services begun
 * @param zombies services that ended when their callers had left
 * @param points over time
 * @param atEnd the lanes when the time was over
 * @param backends what the gateway's own retries and breakers made of them, by name
 * @param budgetRefusals retries there was no budget for in the gateway as a whole
 * @param verdicts on the invariants
 */
public record SimulationResult(
    ScenarioOptions scenario,
    List<TierResult> tiers,
    double goodput,
    double possible,
    double callP50Millis,
    double callP99Millis,
    double answerP50Millis,
    double answerP99Millis,
    long requests,
    long served,
    long zombies,
    List<Series.Point> points,
    Map<String, LaneSnapshot> atEnd,
    Map<String, BackendResult> backends,
    long budgetRefusals,
    Verdicts verdicts) {
  private static final double MICROS_PER_MILLI = 1000;

  /**
   * One tier.
   *
   * @param requests of its clients
   * @param attempts they made
   * @param succeeded requests that got a good answer in time
   * @param dispatched attempts that reached a backend
   * @param refused attempts, by reason
   * @param failed attempts that were answered, but not well
   * @param left attempts whose client did not wait for the answer
   * @param p50Millis from attempt to good answer
   * @param p99Millis likewise
   */
  public record TierResult(
      long requests,
      long attempts,
      long succeeded,
      long dispatched,
      Map<Reason, Long> refused,
      long failed,
      long left,
      double p50Millis,
      double p99Millis) {
    /** Attempts per request. */
    public double amplification() {
      return requests == 0 ? 1 : (double) attempts / requests;
    }

    public long refusedInAll() {
      return refused.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Share of the requests that got a good answer in time; 1 where there were none. */
    public double success() {
      return requests == 0 ? 1 : (double) succeeded / requests;
    }
  }

  SimulationResult(
      ScenarioOptions scenario,
      Recorder recorder,
      Series series,
      Verdicts verdicts,
      long good,
      double possible,
      Map<String, LaneSnapshot> atEnd,
      Map<String, BackendResult> backends,
      long budgetRefusals,
      long served,
      long zombies) {
    this(
        scenario,
        tiers(recorder),
        good / seconds(scenario),
        possible / seconds(scenario),
        recorder.calls().getValueAtPercentile(50) / MICROS_PER_MILLI,
        recorder.calls().getValueAtPercentile(99) / MICROS_PER_MILLI,
        recorder.good().getValueAtPercentile(50) / MICROS_PER_MILLI,
        recorder.good().getValueAtPercentile(99) / MICROS_PER_MILLI,
        recorder.everything(),
        served,
        zombies,
        series.points(),
        atEnd,
        backends,
        budgetRefusals,
        verdicts);
  }

  private static double seconds(ScenarioOptions scenario) {
    return scenario.lasts().minus(scenario.warmUp()).toNanos() / 1e9;
  }

  private static List<TierResult> tiers(Recorder recorder) {
    var all = new ArrayList<TierResult>();
    for (Tier tier : Tier.values()) {
      Recorder.TierCount count = recorder.of(tier);
      all.add(
          new TierResult(
              count.requests,
              count.attempts,
              count.succeeded,
              count.dispatched,
              new EnumMap<>(count.refused.isEmpty() ? new EnumMap<>(Reason.class) : count.refused),
              count.failed,
              count.left,
              count.good.getValueAtPercentile(50) / MICROS_PER_MILLI,
              count.good.getValueAtPercentile(99) / MICROS_PER_MILLI));
    }
    return List.copyOf(all);
  }

  /** Goodput as a share of what was possible. */
  public double share() {
    return possible == 0 ? 1 : goodput / possible;
  }

  public TierResult of(Tier tier) {
    return tiers.get(tier.rank());
  }

  public long attempts() {
    return tiers.stream().mapToLong(TierResult::attempts).sum();
  }

  /** The largest limit of any lane at the end of any interval after the warm-up. */
  public int highestLimit() {
    double from = scenario.warmUp().toNanos() / 1e9;
    return points.stream()
        .filter(point -> point.seconds() > from)
        .flatMap(point -> point.lanes().values().stream())
        .mapToInt(LaneSnapshot::limit)
        .max()
        .orElse(0);
  }

  /** The largest of a figure of all backends; 0 without any. */
  double highest(ToDoubleFunction<BackendResult> figure) {
    return backends.values().stream().mapToDouble(figure).max().orElse(0);
  }

  /** Likewise of their breakers. */
  double highestOfBreakers(ToDoubleFunction<BreakerResult> figure) {
    return backends.values().stream()
        .map(BackendResult::breaker)
        .filter(Objects::nonNull)
        .mapToDouble(figure)
        .max()
        .orElse(0);
  }

  /** Retries there was no budget for, of a backend or of the gateway. */
  public long allBudgetRefusals() {
    return budgetRefusals
        + backends.values().stream().mapToLong(BackendResult::budgetRefusals).sum();
  }

  /** Share of the attempts that were refused. */
  public double shedShare() {
    long shed = tiers.stream().mapToLong(TierResult::refusedInAll).sum();
    return attempts() == 0 ? 0 : (double) shed / attempts();
  }

  /** Share of the services begun that ended when their callers had left. */
  public double zombieShare() {
    return served == 0 ? 0 : (double) zombies / served;
  }

  /** Attempts per request. */
  public double amplification() {
    long born = tiers.stream().mapToLong(TierResult::requests).sum();
    return born == 0 ? 1 : (double) attempts() / born;
  }
}
