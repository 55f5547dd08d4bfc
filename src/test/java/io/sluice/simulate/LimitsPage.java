package io.sluice.simulate;

import io.sluice.simulate.Models.Asked;
import io.sluice.simulate.Models.Model;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Writes the tables of {@code src/docs/LIMITS.md} anew: every limit on every model, then where each
 * limit is after ten minutes of overload. Run by {@code scripts/limits}.
 */
final class LimitsPage {
  private static final String BEGIN = "<!-- limits -->\n";
  private static final String END = "<!-- /limits -->";
  private static final int TEN_MINUTES = 600;

  private LimitsPage() {}

  public static void main(String[] args) throws IOException {
    Path page = Path.of(args[0]);
    String text = Files.readString(page, StandardCharsets.UTF_8);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    int end = text.indexOf(END);
    if (begin < BEGIN.length() || end < begin) {
      throw new IllegalArgumentException(page + " has no place for the tables");
    }
    Files.writeString(
        page, text.substring(0, begin) + tables() + text.substring(end), StandardCharsets.UTF_8);
  }

  private static String tables() {
    var text = new StringBuilder();
    for (Model model : Models.all()) {
      System.out.println(model.name());
      table(model, text);
    }
    System.out.println("ten minutes");
    drift(text);
    return text.toString();
  }

  private static void table(Model model, StringBuilder text) {
    boolean steps = model.asked() == Asked.STEP || model.asked() == Asked.SHRUNK;
    text.append(String.format(Locale.ROOT, "%n**%s** (%s)%n%n", model.name(), model.what()));
    text.append("| limit | goodput, worst seed | mean | p50 | p99 | P0 success |");
    text.append(
        steps
            ? " windows to re-converge |\n|---|---|---|---|---|---|---|\n"
            : "\n|---|---|---|---|---|---|\n");
    for (Contestant limit : Contestant.values()) {
      LimitFigures figures = LimitFigures.of(limit, model, LimitFigures.SEEDS);
      text.append(row(limit, figures));
      text.append(steps ? windows(figures.windows()) : "\n");
    }
  }

  private static String row(Contestant limit, LimitFigures figures) {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f %% | %.1f %% | %.1f ms | %.0f ms | %.1f %% |",
        limit.label(),
        100 * figures.worst(),
        100 * figures.mean(),
        figures.p50Millis(),
        figures.p99Millis(),
        100 * figures.p0Success());
  }

  private static String windows(int windows) {
    return windows < 0 ? " never |\n" : " " + windows + " |\n";
  }

  private static void drift(StringBuilder text) {
    text.append(
        "\n**Ten minutes of twice the load**: the limit in the second and third minute, and");
    text.append(
        " in the last two\n\n| limit | exponential | bimodal | contended |\n|---|---|---|---|\n");
    for (Contestant limit : Contestant.values()) {
      text.append("| ").append(limit.label()).append(" |");
      for (String model : List.of("exponential", "bimodal", "contended")) {
        SimulationResult run = limit.run(Models.named(model), TEN_MINUTES, 1);
        text.append(
            String.format(
                Locale.ROOT,
                " %.0f, %.0f |",
                LimitDrift.meanLimit(run, 60, 180),
                LimitDrift.meanLimit(run, 480, 600)));
      }
      text.append('\n');
    }
  }
}
