package io.sluice.cli;

import io.sluice.demo.ResilienceDemo;
import io.sluice.demo.ResilienceOptions;
import io.sluice.demo.ResilienceReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows backends failing behind the gateway, and checks what the gateway makes of it. */
@Command(
    name = "resilience",
    description = {
      "Show what clients notice of backends that fail: slow, erring, dying, silent.",
      "Exit code 1 if anything came out worse than it must."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {"", "Example: sluice demo resilience --seconds 10"})
final class ResilienceCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--keep", description = "Leave everything running afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--json",
      description = "The report as JSON, and nothing else, on standard output.")
  private boolean json;

  @Option(names = "--port", defaultValue = "8080", description = "Gateway. Default: 8080.")
  private int port;

  @Option(names = "--admin-port", defaultValue = "9090", description = "Admin. Default: 9090.")
  private int adminPort;

  @Option(
      names = "--backend-port",
      defaultValue = "8081",
      description =
          "The first of four in a row: three of the library, one of the notifier."
              + " Default: 8081.")
  private int backendPort;

  @Option(names = "--config", description = "Configuration. Default: conf/resilience.yaml.")
  private @Nullable Path config;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Length of each phase; a recovery takes 3 at least. Default: 5.")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "8",
      description = "Seconds of load before the first. Default: 8.")
  private int warmUpSeconds;

  @Override
  public Integer call() throws Exception {
    var line = Objects.requireNonNull(spec).commandLine();
    ResilienceOptions options = options();
    PrintWriter out = line.getOut();
    var demo = new ResilienceDemo(options, json ? line.getErr() : out);
    ResilienceReport report =
        demo.run(
            (result, text) -> {
              if (!json) {
                out.println();
              }
              out.println(json ? Json.pretty(result) : text);
              out.flush();
            });
    return report.met() ? 0 : 1;
  }

  private ResilienceOptions options() {
    try {
      return new ResilienceOptions(
          keep,
          port,
          adminPort,
          backendPort,
          config == null
              ? Path.of(System.getProperty("sluice.home", "."), "conf", "resilience.yaml")
              : config,
          Duration.ofSeconds(seconds),
          Duration.ofSeconds(warmUpSeconds));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--" + e.getMessage(), e);
    }
  }
}
