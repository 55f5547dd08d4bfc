package io.sluice.simulate;

import io.sluice.exchange.Tier;
import io.sluice.simulate.Models.Asked;
import io.sluice.simulate.Models.Model;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How one limit did on one model, over all seeds.
 *
 * @param worst least goodput of any seed, as a share of what the oracle would have got
 * @param mean goodput over all seeds, likewise
 * @param p50Millis median from dispatch to head, mean over the seeds
 * @param p99Millis 99th percentile of it
 * @param p0Success least of any seed
 * @param windows most windows of 250 ms until the backend was used again, after a step and after
 *     its end; 0 where there is no step, -1 if it never was
 */
record LimitFigures(
    double worst, double mean, double p50Millis, double p99Millis, double p0Success, int windows) {
  static final int SECONDS = 60;

  /** The seeds of every comparison. */
  static final List<Integer> SEEDS = List.of(1, 2, 3, 4, 5, 6, 7, 8);

  /** The backend is used again once four windows together bring nine tenths of what they could. */
  private static final int TOGETHER = 4;

  private static final double USED = 0.9;

  static LimitFigures of(Contestant limit, Model model, List<Integer> seeds) {
    List<SimulationResult> runs =
        seeds.parallelStream().map(seed -> limit.run(model, SECONDS, seed)).toList();
    return new LimitFigures(
        runs.stream().mapToDouble(SimulationResult::share).min().orElseThrow(),
        runs.stream().mapToDouble(SimulationResult::share).average().orElseThrow(),
        runs.stream().mapToDouble(SimulationResult::callP50Millis).average().orElseThrow(),
        runs.stream().mapToDouble(SimulationResult::callP99Millis).average().orElseThrow(),
        runs.stream().mapToDouble(run -> run.of(Tier.P0).success()).min().orElseThrow(),
        windows(model, runs));
  }

  private static int windows(Model model, List<SimulationResult> runs) {
    if (model.asked() != Asked.STEP && model.asked() != Asked.SHRUNK) {
      return 0;
    }
    int[] all =
        runs.stream()
            .flatMapToInt(
                run ->
                    IntStream.of(
                        windows(run.points(), Models.SPELL_FROM, Models.SPELL_UNTIL),
                        windows(run.points(), Models.SPELL_UNTIL, SECONDS)))
            .toArray();
    return Arrays.stream(all).anyMatch(w -> w < 0) ? -1 : Arrays.stream(all).max().orElseThrow();
  }

  private static int windows(List<Series.Point> points, int from, int until) {
    List<Series.Point> phase =
        points.stream().filter(p -> p.seconds() > from && p.seconds() <= until).toList();
    for (int first = 0; first + TOGETHER <= phase.size(); first++) {
      double good = 0;
      double possible = 0;
      for (Series.Point point : phase.subList(first, first + TOGETHER)) {
        good += Arrays.stream(point.good()).sum();
        possible += point.capacity();
      }
      if (good >= USED * possible) {
        return first;
      }
    }
    return -1;
  }
}
