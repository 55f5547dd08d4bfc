package io.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Round;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what clients that repeat their refusals make of a load, before they do. */
@Command(
    name = "plan",
    description = "Work out what retries make of a load, and what would keep it safe.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {"", "Example: sluice plan --capacity 1045 --rate 2000 --retries 3"})
final class PlanCommand implements Callable<Integer> {
  private static final double MILLIS = 1000;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--capacity",
      paramLabel = "PER_SECOND",
      description = "Requests a second that can be finished, as measured.")
  private @Nullable Double capacity;

  @Option(names = "--workers", description = "Instead of the capacity: workers, and --service-ms.")
  private @Nullable Integer workers;

  @Option(
      names = "--service-ms",
      paramLabel = "MS",
      description = "How long one of them takes for a request, as measured.")
  private @Nullable Double serviceMs;

  @Option(names = "--queue", description = "Places in front of them; says how long they wait.")
  private @Nullable Integer queue;

  @Option(
      names = "--rate",
      required = true,
      paramLabel = "PER_SECOND",
      description = "New requests a second.")
  private double rate;

  @Option(
      names = "--retries",
      defaultValue = "3",
      description = "How often a refused one is repeated at once. Default: 3.")
  private int retries;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    var line = Objects.requireNonNull(spec).commandLine();
    AmplificationModel model;
    try {
      model = new AmplificationModel(capacity(), rate, retries);
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(line, refused.getMessage(), refused);
    }
    PrintWriter out = line.getOut();
    if (json) {
      out.println(
          new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(all(model)));
    } else {
      print(out, model);
    }
    out.flush();
    return 0;
  }

  private double capacity() {
    if (capacity != null && workers == null && serviceMs == null) {
      return capacity;
    }
    if (capacity == null && workers != null && serviceMs != null && workers > 0 && serviceMs > 0) {
      return workers * MILLIS / serviceMs;
    }
    throw new IllegalArgumentException(
        "either --capacity, or --workers and --service-ms, both more than 0");
  }

  private static Map<String, Object> all(AmplificationModel model) {
    var all = new LinkedHashMap<String, Object>();
    all.put("capacity", model.capacity());
    all.put("rate", model.rate());
    all.put("retries", model.retries());
    all.put("rounds", model.rounds());
    all.put("fixedPoint", model.fixedPoint());
    all.put("verdict", model.verdict().name().toLowerCase(Locale.ROOT));
    all.put("safeRetryRatio", Math.max(0, model.safeRetryRatio()));
    return all;
  }

  private void print(PrintWriter out, AmplificationModel model) {
    out.printf(
        "%.0f/s offered, %.0f/s possible, each refusal repeated at once, at most %d times%n",
        model.rate(), model.capacity(), model.retries());
    if (queue != null) {
      // Little: what is in front of a newcomer, at the rate at which it goes.
      out.printf(
          "a full queue of %d makes a newcomer wait %.1f ms%n",
          queue, queue * MILLIS / model.capacity());
    }
    out.printf("%nround  refused       A  attempts/s%n");
    List<Round> rounds = model.rounds();
    for (int i = 0; i < rounds.size(); i++) {
      Round round = rounds.get(i);
      out.printf(
          "%5d  %7.3f  %6.2f  %10.0f%n",
          i + 1, round.refused(), round.amplification(), round.attempts());
    }
    Round point = model.fixedPoint();
    out.printf(
        "  end  %7.3f  %6.3f  %10.0f%n%n",
        point.refused(), point.amplification(), point.attempts());
    out.println(verdict(model));
  }

  private static String verdict(AmplificationModel model) {
    double ratio = model.safeRetryRatio();
    return switch (model.verdict()) {
      case STABLE -> "Stable: even if every request were repeated every time, all of it would fit.";
      case METASTABLE ->
          String.format(
              Locale.ROOT,
              "Metastable: it fits, but not with all its retries, so an overload, once begun, may feed"
                  + " itself. A retry budget of at most %.0f %% of the requests keeps it safe.",
              Math.floor(ratio * 100));
      case OVERLOADED ->
          String.format(
              Locale.ROOT,
              "Overloaded: %.0f %% of the requests cannot be served, however often they are repeated;"
                  + " the bound on retries is all that bounds the attempts. No retry budget makes this"
                  + " safe: %.0f/s less load, or as much more capacity, does.",
              -ratio * 100,
              model.rate() - model.capacity());
    };
  }
}
