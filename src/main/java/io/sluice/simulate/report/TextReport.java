package io.sluice.simulate.report;

import io.sluice.admit.LaneSnapshot;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.TimeText;
import io.sluice.simulate.Expectation;
import io.sluice.simulate.Invariant;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.SimulationResult;
import io.sluice.simulate.SimulationResult.TierResult;
import io.sluice.simulate.Verdicts;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A rehearsal as a table, and one sentence that reads it. */
public final class TextReport {
  private final Rehearsal rehearsal;
  private final SimulationResult run;
  private final StringBuilder out = new StringBuilder();

  private TextReport(Rehearsal rehearsal) {
    this.rehearsal = rehearsal;
    this.run = rehearsal.worst();
  }

  /** All of it, ending in a line feed. */
  public static String of(Rehearsal rehearsal) {
    return new TextReport(rehearsal).write();
  }

  private String write() {
    title();
    tiers();
    figures();
    expectations();
    invariants();
    line("%n%s", Reading.of(rehearsal));
    return out.toString();
  }

  private void title() {
    line("%s: %s", rehearsal.name(), run.scenario().about());
    line(
        "%s simulated, the first %s left out, %,d requests, %s",
        TimeText.write(run.scenario().lasts()),
        TimeText.write(run.scenario().warmUp()),
        run.requests(),
        seeds());
  }

  private String seeds() {
    int seed = run.scenario().seed();
    return rehearsal.seeds() == 1
        ? "seed " + seed
        : "the worst of %d seeds, %d".formatted(rehearsal.seeds(), seed);
  }

  private void tiers() {
    line("%ntier   requests   attempts      A   success     p50 ms    p99 ms  refused");
    for (Tier tier : Tier.values()) {
      TierResult result = run.of(tier);
      if (result.requests() > 0) {
        line(
            "%-4s %,10d %,10d %6.2f %8.2f%% %10.1f %9.1f  %s",
            tier.code(),
            result.requests(),
            result.attempts(),
            result.amplification(),
            100 * result.success(),
            result.p50Millis(),
            result.p99Millis(),
            refused(result));
      }
    }
  }

  private static String refused(TierResult result) {
    String reasons =
        result.refused().entrySet().stream()
            .sorted(Map.Entry.<Reason, Long>comparingByValue().reversed())
            .map(e -> "%s %,d".formatted(e.getKey().code(), e.getValue()))
            .collect(Collectors.joining(", "));
    String failed = result.failed() == 0 ? "" : "; %,d failed".formatted(result.failed());
    String left = result.left() == 0 ? "" : "; %,d left".formatted(result.left());
    return (reasons.isEmpty() ? "none" : reasons) + failed + left;
  }

  private void figures() {
    line(
        "%ngoodput  %.1f/s of %.1f/s possible, %.2f%%",
        run.goodput(), run.possible(), 100 * run.share());
    line(
        "calls    p50 %.1f ms, p99 %.1f ms from dispatch to head; %.1f and %.1f ms from attempt to answer",
        run.callP50Millis(), run.callP99Millis(), run.answerP50Millis(), run.answerP99Millis());
    run.atEnd().forEach(this::lane);
    for (BackendLines.Line each : BackendLines.of(run.backends(), run.budgetRefusals())) {
      line("%-8s %s", each.label(), each.text());
    }
    line(
        "zombies  %,d of %,d services ended when their callers had left, %.2f%%",
        run.zombies(), run.served(), 100 * run.zombieShare());
  }

  private void lane(String name, LaneSnapshot lane) {
    line("limit    %d at the end, lane %s", lane.limit(), name);
  }

  private void expectations() {
    if (rehearsal.expectations().isEmpty()) {
      return;
    }
    line("%nexpected");
    for (Expectation each : rehearsal.expectations()) {
      line(
          "%-3s  %-30s %-22s %s",
          each.holds() ? "yes" : "NO", each.name(), each.bound(), each.figure());
    }
  }

  private void invariants() {
    line("%ninvariant                               cases");
    for (Map.Entry<Invariant, Verdicts.Verdict> each : rehearsal.verdicts().all().entrySet()) {
      Verdicts.Verdict verdict = each.getValue();
      line(
          "%-3s  %-28s %,11d%s",
          verdict.judged() == 0 ? "-" : verdict.violated() == 0 ? "yes" : "NO",
          each.getKey().code(),
          verdict.judged(),
          verdict.violated() == 0
              ? ""
              : ", %,d violated, first: %s".formatted(verdict.violated(), verdict.first()));
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // its formats are literals in this file
  private void line(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
