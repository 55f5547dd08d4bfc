package io.sluice.cli;

import io.sluice.experiment.RejectionExperiment;
import io.sluice.experiment.RejectionExperiment.GatewayRuns;
import io.sluice.experiment.RejectionOptions;
import io.sluice.experiment.RejectionReport;
import io.sluice.experiment.RejectionTable;
import io.sluice.time.NanoClock;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows what becomes of the same overload in a pool that aborts, retries, runs in its caller, … */
@Command(
    name = "rejection",
    description = {
      "Offer the same overload to a thread pool that aborts, is asked again, runs in its caller or"
          + " discards, then to Sluice's own executor and to a gateway.",
      "Takes a minute and a half; leave the machine alone meanwhile."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {"", "Example: sluice experiment rejection --rate 2000 --seconds 5"})
final class RejectionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Arrivals a second (default: ${DEFAULT-VALUE}).")
  private double rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "For how long (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "8",
      description = "Threads (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "64",
      description = "Places in front of them (default: ${DEFAULT-VALUE}).")
  private int queue;

  @Option(
      names = "--service-ms",
      paramLabel = "MS",
      defaultValue = "6",
      description = "How long a task holds its thread (default: ${DEFAULT-VALUE}).")
  private double serviceMillis;

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description = "Of those that repeat at once (default: ${DEFAULT-VALUE}).")
  private int retries;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      defaultValue = "20s",
      converter = DurationConverter.class,
      description = "Load on the gateway before it is measured (default: ${DEFAULT-VALUE}).")
  private Duration warmUp = Duration.ofSeconds(20);

  @Option(names = "--no-gateway", description = "Only the pools.")
  private boolean noGateway;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The gateway's configuration (default: conf/examples/stand-in.yaml).")
  private @Nullable Path config;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    RejectionOptions options = options();
    PrintWriter err = spec.commandLine().getErr();
    GatewayRuns gateway =
        noGateway ? GatewayRuns.NONE : ExperimentGateway.of(config(), options, warmUp, err);
    var experiment =
        new RejectionExperiment(
            options,
            NanoClock.SYSTEM,
            what -> {
              err.println("running: " + what);
              err.flush();
            });
    RejectionReport report = experiment.run(Machine.inWords(), gateway);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Json.pretty(report) : RejectionTable.render(report));
    out.flush();
    return 0;
  }

  private RejectionOptions options() {
    try {
      return new RejectionOptions(rate, seconds, workers, queue, serviceMillis, retries);
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
    }
  }

  private Path config() {
    return config == null
        ? Path.of(System.getProperty("sluice.home", "."), "conf", "examples", "stand-in.yaml")
        : config;
  }
}
