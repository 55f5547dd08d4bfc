package io.sluice.demo;

import io.sluice.demo.PhaseResult.StreamResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Shows a {@link ResilienceReport} to people. */
final class ResilienceTable {
  private static final String ROW = "%-25s %8s %8s %9s %9s %8s %11s %7s %8s %9s %5s %8s%n";

  private ResilienceTable() {}

  static String of(ResilienceReport report) {
    return phases(report) + "\n" + streams(report) + "\n" + bars(report);
  }

  /** What it says, in a sentence or two. */
  static String reading(ResilienceReport report) {
    long requests = report.phases().stream().mapToLong(PhaseResult::requests).sum();
    long lost = report.phases().stream().mapToLong(PhaseResult::lost).sum();
    long doubled = report.phases().stream().mapToLong(PhaseResult::doubled).sum();
    double most =
        report.phases().stream().mapToDouble(p -> p.gateway().amplification()).max().orElse(0);
    return String.format(
        Locale.ROOT,
        "Of %d requests in %d phases, through four faults, no backend was asked more than %.2f times"
            + " for each; %s lost and %s made twice. %s",
        requests,
        report.phases().size(),
        most,
        lost == 0 ? "no loan was" : lost + " loans were",
        doubled == 0 ? "none was" : doubled + " were",
        report.met() ? "Every bar was met." : "Not every bar was met.");
  }

  private static String phases(ResilienceReport report) {
    var out = new StringBuilder();
    out.append(
        ROW.formatted(
            "",
            "",
            "",
            "attempts/",
            "clients'",
            "retries",
            "breaker",
            "",
            "refused",
            "fall-",
            "",
            ""));
    out.append(
        ROW.formatted(
            "phase",
            "requests",
            "success",
            "requests",
            "attempts",
            "refused",
            "open/closed",
            "probes",
            "by it",
            "back",
            "lost",
            "doubled"));
    for (PhaseResult phase : report.phases()) {
      Counts gateway = phase.gateway();
      out.append(
          ROW.formatted(
              phase.name(),
              phase.requests(),
              percent(phase.success()),
              number(gateway.amplification(), 3),
              number(phase.clientAmplification(), 3),
              gateway.retriesRefused(),
              gateway.opened() + "/" + gateway.closed(),
              gateway.allProbes(),
              gateway.breakerRefused(),
              percent(gateway.fallbackShare()),
              phase.lost(),
              phase.doubled()));
    }
    return out.toString();
  }

  private static String streams(ResilienceReport report) {
    List<StreamResult> first = report.phases().getFirst().streams();
    var head = new ArrayList<String>(List.of("success, p50/p99 ms"));
    first.forEach(stream -> head.add(stream.name()));
    String row = "%-25s" + " %20s".repeat(first.size()) + "%n";
    var out = new StringBuilder(row.formatted(head.toArray()));
    for (PhaseResult phase : report.phases()) {
      var cells = new ArrayList<String>(List.of(phase.name()));
      phase.streams().forEach(stream -> cells.add(cell(stream)));
      out.append(row.formatted(cells.toArray()));
    }
    return out.toString();
  }

  private static String cell(StreamResult stream) {
    String success = percent(stream.success());
    return stream.p50Millis() == 0
        ? success
        : success + "  " + number(stream.p50Millis(), 0) + "/" + number(stream.p99Millis(), 0);
  }

  private static String bars(ResilienceReport report) {
    var out = new StringBuilder();
    for (Bar bar : report.bars()) {
      out.append(
          "%-7s %-72s %-17s %s%n"
              .formatted(bar.met() ? "met" : "MISSED", bar.what(), bar.bound(), bar.measured()));
    }
    return out.toString();
  }

  private static String percent(double share) {
    // Rounded down: 100 % means all of them.
    return number(Math.floor(share * 1000) / 10, 1) + "%";
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
