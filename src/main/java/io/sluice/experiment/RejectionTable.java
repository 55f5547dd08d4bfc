package io.sluice.experiment;

import io.sluice.surge.SurgeReport;
import java.util.Formatter;
import java.util.Locale;

/** A {@link RejectionReport} as text for people. */
public final class RejectionTable {
  private static final String ROW = "%-24s %8s %8s %8s %7s %5s %7s %8s %8s %16s %8s %15s%n";
  private static final String GATEWAY = "%-24s %-5s %8s %8s %5s %8s %9s %8s %15s %15s%n";

  private final RejectionReport report;
  private final Formatter out = new Formatter(Locale.ROOT);

  private RejectionTable(RejectionReport report) {
    this.report = report;
  }

  /** Lines without a trailing line break. */
  public static String render(RejectionReport report) {
    var table = new RejectionTable(report);
    table.head();
    report.modes().forEach(table::mode);
    table.gateway();
    table.out.format("%n%s%n", RejectionReading.of(report));
    return table.out.toString().stripTrailing();
  }

  private void head() {
    RejectionOptions options = report.options();
    out.format("%s%n", report.machine());
    out.format(
        "%d workers of %s ms (really %.2f ms), a queue of %d; %.0f/s for %.1f s; capacity, measured:"
            + " %.0f/s%n%n",
        options.workers(),
        plain(options.serviceMillis()),
        report.serviceMillis(),
        options.queue(),
        options.rate(),
        options.seconds(),
        report.capacity());
    out.format(
        ROW,
        "",
        "attempts",
        "accepted",
        "rejected",
        "refused",
        "A",
        "done",
        "offering",
        "window",
        "submit p99/max",
        "dropped",
        "stay p50/p99");
  }

  private void mode(RejectionReport.Row row) {
    ModeResult it = row.result();
    out.format(
        ROW,
        row.mode().title(),
        it.attempts(),
        it.accepted(),
        it.rejected(),
        percent(it.refusedShare()),
        fixed(it.amplification()),
        it.done(),
        fixed(it.offeringSeconds()) + " s",
        fixed(it.windowSeconds()) + " s",
        fixed(it.submitP99Millis()) + "/" + fixed(it.submitMaxMillis()) + " ms",
        it.dropped(),
        one(it.stayP50Millis()) + "/" + one(it.stayP99Millis()) + " ms");
    Prediction said = row.predicted();
    double accepted = said.done() + said.dropped();
    out.format(
        ROW,
        "  predicted",
        whole(said.attempts()),
        whole(accepted),
        whole(said.attempts() - accepted),
        percent(said.refused()),
        fixed(said.amplification()),
        whole(said.done()),
        fixed(said.offeringSeconds()) + " s",
        fixed(said.windowSeconds()) + " s",
        fixed(said.submitP99Millis()) + " ms",
        whole(said.dropped()),
        one(said.stayMillis()) + " ms");
  }

  private void gateway() {
    if (report.gateway().isEmpty()) {
      return;
    }
    out.format(
        "%n" + GATEWAY,
        "through the gateway",
        "tier",
        "requests",
        "attempts",
        "A",
        "success",
        "goodput",
        "shed",
        "ok p50/p99",
        "shed p50/p99");
    for (SurgeReport run : report.gateway()) {
      String label = run.retry().equals("none") ? "no retry" : "retries at once";
      for (SurgeReport.Row tier : run.tiers()) {
        row(label, tier);
        label = "";
      }
      row("", run.total());
      if (run.fellBehind()) {
        out.format("the clients themselves fell behind: this machine is too busy for this load%n");
      }
    }
  }

  private void row(String label, SurgeReport.Row it) {
    out.format(
        GATEWAY,
        label,
        it.name(),
        it.requests(),
        it.attempts(),
        fixed(it.amplification()),
        percent(it.successShare()),
        whole(it.goodputPerSecond()) + "/s",
        percent(it.shedShare()),
        one(it.accepted().p50Millis()) + "/" + one(it.accepted().p99Millis()) + " ms",
        one(it.shed().p50Millis()) + "/" + one(it.shed().p99Millis()) + " ms");
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : fixed(value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String fixed(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }
}
