package io.sluice.demo;

import io.sluice.demo.Sightings.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Compares what happened with what had to. */
final class Judgement {
  static final double BUDGET_RATIO = 0.2;
  static final long COOLDOWN_NANOS = 1_000_000_000;
  private static final double DEAD_COSTS_LESS_THAN = 0.005;
  private static final double NOISE = 1.5;
  private static final String MAIL = "mail";

  private final Course course;
  private final List<PhaseResult> phases;

  Judgement(Course course, List<PhaseResult> phases) {
    this.course = course;
    this.phases = phases;
  }

  List<Bar> bars() {
    var bars = new ArrayList<Bar>();
    bars.add(amplification());
    bars.add(none("2xx answers to loans that the library has no loan for", PhaseResult::lost));
    bars.add(none("wishes for one loan that the library has two for", PhaseResult::doubled));
    bars.add(deadEndpoint());
    bars.add(probes());
    for (Phase phase : Phase.values()) {
      if (phase.isRecovery()) {
        bars.add(recovery(phase));
      }
    }
    bars.add(mail());
    return bars;
  }

  private Bar amplification() {
    double most = phases.stream().mapToDouble(p -> p.gateway().amplification()).max().orElse(0);
    return new Bar(
        "attempts/requests, the highest of all phases",
        "<= " + number(1 + BUDGET_RATIO, 2),
        number(most, 3),
        most > 0 && most <= 1 + BUDGET_RATIO);
  }

  private Bar none(String what, ToLongFunction<PhaseResult> of) {
    long sum = phases.stream().mapToLong(of).sum();
    return new Bar(what, "0", Long.toString(sum), sum == 0);
  }

  private Bar deadEndpoint() {
    String what = "requests a dead endpoint of three costs, once it is left out";
    String bound = "< " + number(DEAD_COSTS_LESS_THAN * 100, 1) + " %";
    Moment leftOut = course.settled().get(Phase.DEAD);
    if (leftOut == null) {
      return new Bar(what, bound, "never left out", false);
    }
    Part after = course.after(leftOut);
    long cost = after.failures() + course.countsAfter(leftOut).fallbacksForFailures();
    return new Bar(
        what,
        bound,
        "%d of %d".formatted(cost, after.count()),
        after.count() > 0 && cost < DEAD_COSTS_LESS_THAN * after.count());
  }

  /** So many probes, a cooldown apart, take one cooldown less than their number. */
  private Bar probes() {
    long most = 0;
    boolean met = true;
    for (Phase phase : Phase.values()) {
      long allowed = (long) Math.floor(course.seconds(phase) * 1e9 / COOLDOWN_NANOS) + 1;
      for (Map.Entry<String, Long> each : course.counts(phase).probes().entrySet()) {
        most = Math.max(most, each.getValue());
        met &= each.getValue() <= allowed;
      }
    }
    return new Bar(
        "probes of one breaker in one phase",
        "one per cooldown",
        "at most %d".formatted(most),
        met && most > 0);
  }

  private Bar recovery(Phase phase) {
    long over = course.begin(phase);
    Moment settled = course.settled().get(phase);
    Part after = settled == null ? new Part(List.of()) : course.after(settled);
    long notWell =
        settled == null ? 0 : after.failures() + course.countsAfter(settled).fallbacksForFailures();
    double lastSeconds = (course.inner(phase).lastFailureNanos(over) - over) / 1e9;
    return new Bar(
        "every request succeeds from two cooldowns on after: " + phase.label(),
        "<= " + number(2 * COOLDOWN_NANOS / 1e9, 1) + " s",
        "%s s; later %d of %d failed".formatted(number(lastSeconds, 1), notWell, after.count()),
        after.count() > 0 && notWell == 0);
  }

  /** Noise is what mail does while nothing is wrong: the worst of those phases is the measure. */
  private Bar mail() {
    double calm = 0;
    for (Phase phase : Phase.values()) {
      if (!phase.isFault() && phase != Phase.AFTER_ALL) {
        calm = Math.max(calm, course.of(phase).of(MAIL).successMillis(99));
      }
    }
    Part with = course.of(Phase.SILENT).of(MAIL);
    double silent = with.successMillis(99);
    return new Bar(
        "mail's p99 with a dead push channel, over its worst while all is well",
        "<= " + number(NOISE, 1),
        "%s (%s / %s ms), %d failed"
            .formatted(
                calm > 0 ? number(silent / calm, 2) : "-",
                number(silent, 1),
                number(calm, 1),
                with.failures()),
        calm > 0 && with.failures() == 0 && silent <= calm * NOISE);
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
