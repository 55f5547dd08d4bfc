package io.sluice.simulate.report;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.simulate.Expectation;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.SimulationResult;
import io.sluice.simulate.SimulationResult.TierResult;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** What a rehearsal comes down to, in a sentence. */
final class Reading {
  private static final double LITTLE = 0.001;

  private Reading() {}

  static String of(Rehearsal rehearsal) {
    SimulationResult run = rehearsal.worst();
    return String.format(
        Locale.ROOT,
        "%s %.1f %% of what was possible was answered in time; %s%s.",
        verdict(rehearsal),
        100 * run.share(),
        refusals(run),
        waste(run));
  }

  private static String verdict(Rehearsal rehearsal) {
    long failed = rehearsal.expectations().stream().filter(e -> !e.holds()).count();
    if (rehearsal.verdicts().violated() > 0) {
      return "An invariant was violated.";
    }
    if (failed > 0) {
      String which =
          rehearsal.expectations().stream()
              .filter(e -> !e.holds())
              .map(Expectation::name)
              .reduce((a, b) -> a + ", " + b)
              .orElse("");
      return "Not as expected (" + which + ").";
    }
    return rehearsal.expectations().isEmpty() ? "Nothing was expected." : "As expected.";
  }

  private static String refusals(SimulationResult run) {
    if (run.shedShare() < LITTLE) {
      return "next to nothing was refused";
    }
    Map<Reason, Long> all = new EnumMap<>(Reason.class);
    var shares = new StringBuilder();
    for (Tier tier : Tier.values()) {
      TierResult result = run.of(tier);
      result.refused().forEach((reason, count) -> all.merge(reason, count, Long::sum));
      if (result.attempts() > 0) {
        double share = (double) result.refusedInAll() / result.attempts();
        shares
            .append(shares.isEmpty() ? "" : ", ")
            .append(
                String.format(
                    Locale.ROOT, "%s %.1f %%", tier.code().toUpperCase(Locale.ROOT), 100 * share));
      }
    }
    String most =
        all.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey().code();
    return "refused of the attempts were " + shares + ", mostly " + most;
  }

  private static String waste(SimulationResult run) {
    return run.zombieShare() < LITTLE
        ? ""
        : String.format(
            Locale.ROOT,
            "; %.1f %% of the work was done for clients that had left",
            100 * run.zombieShare());
  }
}
