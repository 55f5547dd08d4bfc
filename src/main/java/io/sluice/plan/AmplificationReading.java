package io.sluice.plan;

import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Round;
import java.util.Locale;

/** What an {@link Amplification} means, in sentences. */
final class AmplificationReading {
  private AmplificationReading() {}

  static String of(Amplification facts) {
    return switch (facts.verdict()) {
      case STABLE -> "Stable: even if every request were repeated every time, all of it would fit.";
      case METASTABLE -> metastable(facts);
      case OVERLOADED -> overloaded(facts);
      case DIVERGENT -> divergent(facts);
    };
  }

  private static String metastable(Amplification facts) {
    return "Metastable: it fits, but not with all its retries. "
        + (facts.sustainsItself() ? stays(facts) : ends(facts))
        + remedies(facts);
  }

  private static String stays(Amplification facts) {
    Round trapped = facts.fixedPoints().getLast().at();
    return String.format(
        Locale.ROOT,
        "A failure costing %.0f %% of a success, an overload, once begun, feeds itself: %.0f/s are"
            + " served then, until the load or the retries let up. ",
        100 * facts.model().waste(),
        trapped.served());
  }

  private static String ends(Amplification facts) {
    Double from = facts.sustainedFrom();
    String free =
        facts.model().isBounded()
            ? String.format(
                Locale.ROOT,
                "After an outage, in which everything was repeated, it is over in %d rounds while a"
                    + " refusal costs next to nothing; ",
                facts.afterAnOutage().size())
            : "";
    return free
        + String.format(
            Locale.ROOT,
            "an overload feeds itself as soon as a failed attempt costs more than %.1f %% of one that"
                + " is served (one that times out after its work costs all of it). ",
            100 * (from == null ? 1 : from));
  }

  private static String remedies(Amplification facts) {
    Remedy remedy = facts.remedy();
    String budget =
        String.format(
            Locale.ROOT,
            "A retry budget of at most %.0f %% of the requests keeps it safe, whatever a failure"
                + " costs",
            Math.floor(remedy.retryBudget() * 100));
    if (Double.isInfinite(remedy.spreadPerSecond())) {
      return budget + ": there is nothing to spare.";
    }
    return budget
        + String.format(
            Locale.ROOT,
            "; or a backoff that spreads the returns over at least %.1f s for each second of outage"
                + " (%.0f owed, %.0f/s to spare).",
            remedy.spreadPerSecond(),
            facts.model().rate(),
            facts.model().capacity() - facts.model().rate());
  }

  private static String overloaded(Amplification facts) {
    AmplificationModel model = facts.model();
    String served =
        facts.fixedPoint().refused() >= 1
            ? "Failures cost so much that nothing is served at all. "
            : "";
    return String.format(
            Locale.ROOT,
            "Overloaded: %.0f %% of the requests cannot be served, however often they are repeated;"
                + " the %s is all that bounds the attempts. ",
            -model.safeRetryRatio() * 100,
            isHeldByItsBudget(model) ? "retry budget" : "bound on retries")
        + served
        + notSafe(facts);
  }

  private static String divergent(Amplification facts) {
    return String.format(
            Locale.ROOT,
            "Divergent: %.0f %% of the requests cannot be served, and nothing bounds how often they"
                + " are repeated: p = 1, and the attempts grow without end. ",
            -facts.model().safeRetryRatio() * 100)
        + notSafe(facts);
  }

  private static String notSafe(Amplification facts) {
    Remedy remedy = facts.remedy();
    double rate = facts.model().rate();
    double budget =
        isHeldByItsBudget(facts.model()) ? facts.model().budget() : remedy.usualBudget();
    return String.format(
        Locale.ROOT,
        "No retry budget makes this safe: %.0f/s less load, or as much more capacity, does. A budget"
            + " of %.0f %% holds the attempts at %.0f/s. A backoff only puts off what is owed, %.1f s"
            + " of the whole capacity for each second of it.",
        remedy.missing(),
        100 * budget,
        rate * (1 + budget),
        remedy.spreadPerSecond());
  }

  private static boolean isHeldByItsBudget(AmplificationModel model) {
    return model.isBounded() && model.mostAttempts() == 1 + model.budget();
  }
}
