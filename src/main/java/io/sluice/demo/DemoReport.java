package io.sluice.demo;

import io.sluice.surge.Latency;
import io.sluice.surge.SurgeReport;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shows the runs of a demonstration side by side.
 *
 * @param capacityPerSecond what the library was measured to do, closed loop
 * @param offeredPerSecond what the clients wanted
 * @param runs in the order in which they ran
 */
record DemoReport(double capacityPerSecond, double offeredPerSecond, List<DemoRun> runs) {
  private static final String ROW = "%-26s %8s %8s %5s %6s %6s %6s %15s %7s %15s %8s%n";
  private static final String TIER_ROW = "%-26s %-4s %9s %10s %15s %15s%n";

  String table() {
    var out = new StringBuilder();
    out.append(
        ROW.formatted(
            "",
            "requests",
            "attempts",
            "A",
            "P0 ok",
            "P1 ok",
            "P2 ok",
            "accepted p50/p99",
            "in time",
            "of capacity",
            "zombies"));
    for (DemoRun run : runs) {
      SurgeReport.Row total = run.report().total();
      out.append(
          ROW.formatted(
              run.label(),
              total.requests(),
              total.attempts(),
              number(total.amplification(), 2),
              success(run, "p0"),
              success(run, "p1"),
              success(run, "p2"),
              millis(total.accepted()),
              number(total.goodputPerSecond(), 0) + "/s",
              percent(share(run)),
              run.zombies() < 0 ? "-" : run.zombies()));
    }
    out.append('\n');
    out.append(
        TIER_ROW.formatted("", "tier", "succeeded", "shed", "accepted p50/p99", "shed p50/p99"));
    for (DemoRun run : runs) {
      if (run.direct()) {
        continue;
      }
      String label = run.label();
      for (SurgeReport.Row tier : run.report().tiers()) {
        out.append(
            TIER_ROW.formatted(
                label,
                tier.name(),
                percent(tier.successShare()),
                percent(tier.shedShare()),
                millis(tier.accepted()),
                millis(tier.shed())));
        label = "";
      }
    }
    return out.toString();
  }

  /** What the table says, in a sentence or two. */
  String reading() {
    var out = new StringBuilder();
    Optional<DemoRun> direct = first(true, "none");
    Optional<DemoRun> sluice = first(false, "none");
    direct.ifPresent(
        run ->
            out.append(
                String.format(
                    Locale.ROOT,
                    "Offered %.0f/s where %.0f/s is possible, the library alone answered %s of its"
                        + " capacity in time and finished %d requests for clients that had gone. ",
                    offeredPerSecond,
                    capacityPerSecond,
                    percent(share(run)),
                    run.zombies())));
    sluice.ifPresent(
        run ->
            out.append(
                String.format(
                    Locale.ROOT,
                    "Behind Sluice it did %s, %s of the P0 loans went through, P2 was refused in"
                        + " %s ms (median)%s.",
                    percent(share(run)),
                    success(run, "p0"),
                    number(row(run, "p2").map(r -> r.shed().p50Millis()).orElse(0.0), 2),
                    run.zombies() < 0
                        ? ""
                        : ", and " + run.zombies() + " requests were worked on for nobody")));
    first(false, "naive")
        .ifPresent(
            run ->
                out.append(
                    String.format(
                        Locale.ROOT,
                        " Clients that retry at once turned %d requests into %d attempts and changed"
                            + " goodput from %.0f/s to %.0f/s.",
                        run.report().total().requests(),
                        run.report().total().attempts(),
                        sluice.map(r -> r.report().total().goodputPerSecond()).orElse(0.0),
                        run.report().total().goodputPerSecond())));
    return out.toString();
  }

  private Optional<DemoRun> first(boolean direct, String retry) {
    return runs.stream()
        .filter(run -> run.direct() == direct && run.report().retry().equals(retry))
        .findFirst();
  }

  private static Optional<SurgeReport.Row> row(DemoRun run, String tier) {
    return run.report().tiers().stream()
        .filter(row -> row.name().equalsIgnoreCase(tier))
        .findFirst();
  }

  private static String success(DemoRun run, String tier) {
    return row(run, tier).map(row -> percent(row.successShare())).orElse("-");
  }

  private double share(DemoRun run) {
    return run.report().total().goodputPerSecond() / capacityPerSecond;
  }

  private static String millis(Latency latency) {
    return latency.count() == 0
        ? "-"
        : number(latency.p50Millis(), 1) + " / " + number(latency.p99Millis(), 1) + " ms";
  }

  private static String percent(double share) {
    // Rounded down: 100 % means all of them.
    return number(Math.floor(share * 1000) / 10, 1) + "%";
  }

  private static String number(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
