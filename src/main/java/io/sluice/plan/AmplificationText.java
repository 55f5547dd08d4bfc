package io.sluice.plan;

import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Round;
import io.sluice.simulate.FixedPoints.Point;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/** An {@link Amplification} as text for people: its rounds, its points, and what they mean. */
public final class AmplificationText {
  private static final int MOST_LINES = 20;

  private final Amplification facts;
  private final AmplificationModel model;
  private final Formatter out = new Formatter(Locale.ROOT);

  private AmplificationText(Amplification facts) {
    this.facts = facts;
    this.model = facts.model();
  }

  /** Lines without a trailing line break. */
  public static String render(Amplification facts) {
    var text = new AmplificationText(facts);
    text.rounds();
    text.points();
    text.out.format("%n%s%n", AmplificationReading.of(facts));
    return text.out.toString().stripTrailing();
  }

  private void rounds() {
    out.format("round  refused       A  attempts/s%n");
    List<Round> rounds = facts.rounds();
    int shown = Math.min(rounds.size(), MOST_LINES);
    for (int i = 0; i < shown; i++) {
      Round round = rounds.get(i);
      out.format(
          "%5d  %7.3f  %6.2f  %10.0f%n",
          i + 1, round.refused(), round.amplification(), round.attempts());
    }
    if (shown < rounds.size()) {
      out.format("    …  (%d more)%n", rounds.size() - shown);
    }
    Round end = facts.fixedPoint();
    out.format(
        "  end  %7.3f  %6s  %10s%n",
        end.refused(), number("%.3f", end.amplification()), number("%.0f", end.attempts()));
  }

  private void points() {
    if (facts.fixedPoints().size() < 2 && model.waste() == 0) {
      return;
    }
    out.format("%nfixed points, a failure costing %.0f %% of a success%n", 100 * model.waste());
    for (Point point : facts.fixedPoints()) {
      Round at = point.at();
      out.format(
          "       %7.3f  %6s  %10s  %8.0f/s served  %s%n",
          at.refused(),
          number("%.3f", at.amplification()),
          number("%.0f", at.attempts()),
          at.served(),
          point.stable() ? "stable" : "unstable: the brink");
    }
  }

  private static String number(String form, double value) {
    return Double.isInfinite(value) ? "∞" : String.format(Locale.ROOT, form, value);
  }
}
