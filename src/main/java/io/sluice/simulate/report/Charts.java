package io.sluice.simulate.report;

import io.sluice.admit.LaneSnapshot;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.simulate.BackendResult;
import io.sluice.simulate.Series.BackendPoint;
import io.sluice.simulate.Series.Point;
import io.sluice.simulate.SimulationResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What a run looks like over time. */
final class Charts {
  private static final String PER_SECOND = "per second";

  private final List<Point> points;

  /**
   * One of them.
   *
   * @param title in plain words
   * @param unit of its values
   * @param stacked whether the series add up to a whole
   */
  record Chart(String title, String unit, boolean stacked, List<Line> series) {}

  /**
   * One series of it.
   *
   * @param dashed what could be, as opposed to what is
   * @param values one for each point
   */
  record Line(String label, boolean dashed, List<Double> values) {}

  private Charts(SimulationResult run) {
    this.points = run.points();
  }

  static List<Chart> of(SimulationResult run) {
    var charts = new Charts(run);
    var all = new ArrayList<Chart>();
    all.add(charts.goodput());
    run.scenario().lanes().keySet().forEach(lane -> all.add(charts.lane(lane)));
    run.backends().forEach((name, what) -> charts.backend(name, what).ifPresent(all::add));
    all.add(charts.byTier("Good answers by tier", Point::good));
    all.add(charts.byTier("Attempts by tier", Point::attempts));
    all.add(charts.byTier("Refusals by tier", Charts::shedsByTier));
    all.add(charts.byReason());
    return all;
  }

  private Chart goodput() {
    return new Chart(
        "Goodput against what is possible",
        PER_SECOND,
        false,
        List.of(
            line("attempts", false, point -> sum(point.attempts())),
            line("new requests", true, Point::offered),
            line("good answers", false, point -> sum(point.good())),
            line("capacity", true, Point::capacity)));
  }

  private Chart lane(String name) {
    return new Chart(
        "Lane " + name,
        "requests",
        false,
        List.of(
            line("in flight", false, point -> at(point, name).inFlight()),
            line("waiting", false, point -> waiting(at(point, name))),
            line("limit", true, point -> at(point, name).limit())));
  }

  /** None of one that is called once, and always. */
  private Optional<Chart> backend(String name, BackendResult what) {
    if (what.breaker() == null && what.attempts() == what.requests()) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            "Backend " + name,
            PER_SECOND,
            false,
            List.of(
                line("attempts", false, point -> called(point, name).attempts()),
                line("requests", true, point -> called(point, name).requests()),
                line("refused by its breaker", false, point -> called(point, name).refused()))));
  }

  private static BackendPoint called(Point point, String backend) {
    BackendPoint called = point.backends().get(backend);
    if (called == null) {
      throw new IllegalStateException("a point without backend " + backend);
    }
    return called;
  }

  private static LaneSnapshot at(Point point, String lane) {
    LaneSnapshot snapshot = point.lanes().get(lane);
    if (snapshot == null) {
      throw new IllegalStateException("a point without lane " + lane);
    }
    return snapshot;
  }

  private static int waiting(LaneSnapshot lane) {
    return lane.tiers().stream().mapToInt(LaneSnapshot.TierSnapshot::waiting).sum();
  }

  private Chart byTier(String title, Function<Point, double[]> of) {
    var series = new ArrayList<Line>();
    for (Tier tier : Tier.values()) {
      String label = tier.code().toUpperCase(Locale.ROOT);
      series.add(line(label, false, point -> of.apply(point)[tier.rank()]));
    }
    return new Chart(title, PER_SECOND, true, series);
  }

  private static double[] shedsByTier(Point point) {
    var all = new double[Tier.COUNT];
    point.sheds().values().forEach(each -> Arrays.setAll(all, i -> all[i] + each[i]));
    return all;
  }

  private Chart byReason() {
    var reasons = new TreeSet<Reason>();
    points.forEach(point -> reasons.addAll(point.sheds().keySet()));
    var series = new ArrayList<Line>();
    for (Reason reason : reasons) {
      series.add(
          line(
              reason.code(),
              false,
              point -> sum(point.sheds().getOrDefault(reason, new double[0]))));
    }
    if (series.isEmpty()) {
      series.add(line("none", false, _ -> 0));
    }
    return new Chart("Refusals by reason", PER_SECOND, true, series);
  }

  private Line line(String label, boolean dashed, ToDoubleFunction<Point> value) {
    return new Line(
        label, dashed, points.stream().map(point -> tenths(value.applyAsDouble(point))).toList());
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }

  /** As a tree for the page's script. */
  static Map<String, Object> data(SimulationResult run, List<Chart> charts) {
    var data = new LinkedHashMap<String, Object>();
    data.put(
        "seconds", run.points().stream().map(p -> Math.round(p.seconds() * 1000) / 1e3).toList());
    data.put("charts", charts);
    return data;
  }
}
