package io.sluice.surge;

import java.util.Formatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A {@link SurgeReport} as text for people: one line for each tier and one for all. */
public final class ReportTable {
  private final Formatter out = new Formatter(Locale.ROOT);

  private ReportTable() {}

  /** Lines without a trailing line break. */
  public static String render(SurgeReport report) {
    var table = new ReportTable();
    table.head(report);
    report.tiers().forEach(table::row);
    table.row(report.total());
    table.remarks(report);
    return table.out.toString().stripTrailing();
  }

  /** A calibration in one line. */
  public static String render(Capacity capacity) {
    return String.format(
        Locale.ROOT,
        "%d connections back to back: %.0f/s, latency p50 %.2f ms, p99 %.2f ms, max %.2f ms;"
            + " %d shed, %d failed",
        capacity.connections(),
        capacity.perSecond(),
        capacity.latency().p50Millis(),
        capacity.latency().p99Millis(),
        capacity.latency().maxMillis(),
        capacity.sheds(),
        capacity.failed());
  }

  private void head(SurgeReport report) {
    out.format(
        "%s: %.0f/s for %.1f s, retry %s%n",
        report.target(), report.perSecond(), report.windowSeconds(), report.retry());
    out.format(
        "%-6s %9s %9s %5s %8s %9s %9s %8s %20s %17s%n",
        "tier",
        "requests",
        "attempts",
        "A",
        "success",
        "goodput/s",
        "sheds",
        "late",
        "ok p50/p99/max ms",
        "shed p50/p99 ms");
  }

  private void row(SurgeReport.Row row) {
    out.format(
        "%-6s %9d %9d %5.2f %7.1f%% %9.0f %9d %8d",
        row.name(),
        row.requests(),
        row.attempts(),
        row.amplification(),
        100 * row.successShare(),
        row.goodputPerSecond(),
        row.sheds(),
        row.timeouts() + row.unsent());
    Latency ok = row.accepted();
    Latency shed = row.shed();
    out.format(" %6.1f/%6.1f/%6.1f", ok.p50Millis(), ok.p99Millis(), ok.maxMillis());
    out.format(" %8.1f/%8.1f%n", shed.p50Millis(), shed.p99Millis());
  }

  private void remarks(SurgeReport report) {
    SurgeReport.Row total = report.total();
    if (!total.errors().isEmpty()) {
      out.format("errors: %s%n", list(total.errors()));
    }
    if (total.unsent() > 0) {
      out.format(
          "%d attempts were never sent: no connection was free; allow more connections%n",
          total.unsent());
    }
    if (report.hints().count() > 0) {
      out.format(
          "hints: %d, min/p50/max %d/%d/%d ms%n",
          report.hints().count(),
          report.hints().minMillis(),
          report.hints().p50Millis(),
          report.hints().maxMillis());
    }
    if (total.attempts() > total.requests()) {
      out.format(
          "from first asking to success: p50/p99 %.1f/%.1f ms%n",
          total.untilSuccess().p50Millis(), total.untilSuccess().p99Millis());
    }
    Latency lag = report.pacingLag();
    out.format("generator lag: p50/p99 %.2f/%.2f ms%n", lag.p50Millis(), lag.p99Millis());
    if (report.fellBehind()) {
      out.format("warning: the generator fell behind; these latencies are partly its own%n");
    }
  }

  private static String list(Map<String, Long> errors) {
    return errors.entrySet().stream()
        .map(error -> error.getKey() + " × " + error.getValue())
        .collect(Collectors.joining(", "));
  }
}
