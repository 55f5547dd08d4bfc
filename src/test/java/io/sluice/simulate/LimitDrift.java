package io.sluice.simulate;

import java.util.Objects;

/** Where a lane's limit was, over a run. */
final class LimitDrift {
  private LimitDrift() {}

  static int limitAt(Series.Point point) {
    return Objects.requireNonNull(point.lanes().get("lane")).limit();
  }

  /** Its mean between two seconds of the run. */
  static double meanLimit(SimulationResult run, int from, int until) {
    return run.points().stream()
        .filter(p -> p.seconds() > from && p.seconds() <= until)
        .mapToInt(LimitDrift::limitAt)
        .average()
        .orElseThrow();
  }
}
