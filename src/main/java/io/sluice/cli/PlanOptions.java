package io.sluice.cli;

import io.sluice.options.Share;
import io.sluice.plan.ClientRetries;
import io.sluice.plan.PerRoute;
import io.sluice.plan.WorkersForecast;
import io.sluice.simulate.AmplificationModel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What {@code sluice plan} is told. What does not go together is an {@link
 * IllegalArgumentException} in one line.
 */
final class PlanOptions {
  private static final String ONE_CAPACITY =
      "either --capacity, or --workers and --service-ms, both more than 0";

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
      description = {
        "How long one of them takes for a request, as measured.",
        "With --config: one for all routes, or route=MS, separated by commas."
      })
  private @Nullable String serviceMs;

  @Option(names = "--queue", description = "Places in front of them; says how long they wait.")
  private @Nullable Integer queue;

  @Option(
      names = "--limit",
      description = "Permits of the lane in front of the workers. Default: 3 x workers.")
  private @Nullable Integer limit;

  @Option(
      names = "--rate",
      required = true,
      paramLabel = "PER_SECOND",
      description = {
        "New requests a second.",
        "With --config: of all routes together, or route=PER_SECOND, separated by commas."
      })
  private String rate = "";

  @Option(
      names = "--mix",
      paramLabel = "SHARES",
      description = "With --config and one rate: route=SHARE of it. Default: as much for each.")
  private @Nullable String mix;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      converter = RetriesConverter.class,
      description = "How often a refused one is repeated at once, or unlimited. Default: 3.")
  private int retries;

  @Option(
      names = "--budget",
      paramLabel = "SHARE",
      converter = ShareConverter.class,
      description =
          "Retries that all clients together grant themselves, as a share of the requests. Default:"
              + " no such bound.")
  private @Nullable Share budget;

  @Option(
      names = "--waste",
      paramLabel = "SHARE",
      defaultValue = "0%",
      converter = ShareConverter.class,
      description =
          "What an attempt that fails costs, as a share of one that is served: 0%% where it is"
              + " refused at once, 100%% where it times out after the work. Default: 0%%.")
  private Share waste = Share.NONE;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Plan every lane and route of a configuration file.")
  private @Nullable Path config;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  @Nullable Path config() {
    return config;
  }

  ClientRetries retries() {
    return new ClientRetries(retries, budget());
  }

  private double budget() {
    return budget == null ? AmplificationModel.NO_BUDGET : budget.fraction();
  }

  AmplificationModel model() {
    if (mix != null) {
      throw new IllegalArgumentException("--mix: only with --config");
    }
    return new AmplificationModel(
        capacityOrWorkers(), number("--rate", rate), retries, waste.fraction(), budget());
  }

  private double capacityOrWorkers() {
    boolean byWorkers = workers != null || serviceMs != null;
    if (capacity != null && capacity > 0 && !byWorkers) {
      if (queue != null || limit != null) {
        throw new IllegalArgumentException(
            (queue == null ? "--limit" : "--queue") + ": only with --workers and --service-ms");
      }
      return capacity;
    }
    if (capacity == null && workers != null && workers > 0 && serviceMs != null) {
      double millis = number("--service-ms", serviceMs);
      if (millis > 0) {
        return workers * 1000.0 / millis;
      }
    }
    throw new IllegalArgumentException(ONE_CAPACITY);
  }

  /** What the workers can do; null where only a capacity was named. */
  @Nullable WorkersForecast workers() {
    if (workers == null || serviceMs == null) {
      return null;
    }
    within("--workers", workers, 1, 100_000);
    if (queue != null) {
      within("--queue", queue, 0, 1_000_000);
    }
    if (limit != null) {
      within("--limit", limit, 4, 100_000);
    }
    return WorkersForecast.of(
        workers, number("--service-ms", serviceMs), queue, limit, number("--rate", rate));
  }

  PerRoute rates() {
    checkForAFile();
    return PerRoute.parse("--rate", rate);
  }

  PerRoute mixes() {
    PerRoute parsed = PerRoute.parse("--mix", mix == null ? "1" : mix);
    if (mix != null && PerRoute.parse("--rate", rate).one() == null) {
      throw new IllegalArgumentException("--mix: only where --rate is one number for all routes");
    }
    return parsed;
  }

  PerRoute services() {
    if (serviceMs == null) {
      throw new IllegalArgumentException(
          "--service-ms: missing (expected: how long a request takes, as measured, for all routes or"
              + " route=MS)");
    }
    return PerRoute.parse("--service-ms", serviceMs);
  }

  private void checkForAFile() {
    if (capacity != null || workers != null || queue != null || limit != null) {
      throw new IllegalArgumentException(
          "--config: the file names workers, limits and queues; leave out --capacity, --workers,"
              + " --queue and --limit");
    }
    if (waste.fraction() > 0) {
      throw new IllegalArgumentException("--waste: not with --config: a lane refuses at once");
    }
  }

  private static void within(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s: %d (expected: %d..%d)".formatted(name, value, min, max));
    }
  }

  private static double number(String name, String text) {
    Double one = PerRoute.parse(name, text).one();
    if (one == null) {
      throw new IllegalArgumentException(name + ": '" + text + "' (expected: a number)");
    }
    return one;
  }
}
