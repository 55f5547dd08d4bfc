package io.sluice.cli;

import io.sluice.demo.Demo;
import io.sluice.demo.DemoOptions;
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

/**
 * Shows the gateway shedding: the same surge straight at the library backend and through Sluice,
 * for clients that do not retry, that retry at once, and that co-operate.
 */
@Command(
    name = "demo",
    description = "Show the same surge with and without the gateway in front of a library backend.",
    mixinStandardHelpOptions = true,
    subcommands = ResilienceCommand.class,
    versionProvider = Versions.class,
    footer = {"", "Examples: sluice demo --load 10", "          sluice demo resilience"})
final class DemoCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--load",
      paramLabel = "N",
      description =
          "Offer N times the capacity: P0 stays at 400/s, the rest grows. Default: 2000/s in all.")
  private double load;

  @Option(
      names = "--in-process",
      description = "The library runs inside the gateway, on its worker executor.")
  private boolean inProcess;

  @Option(names = "--keep", description = "Leave everything running afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(names = "--port", defaultValue = "8080", description = "Gateway. Default: 8080.")
  private int port;

  @Option(names = "--admin-port", defaultValue = "9090", description = "Admin. Default: 9090.")
  private int adminPort;

  @Option(names = "--backend-port", defaultValue = "8081", description = "Library. Default: 8081.")
  private int backendPort;

  @Option(
      names = "--config",
      description = "Configuration. Default: conf/sluice.yaml or conf/examples/in-process.yaml.")
  private @Nullable Path config;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Length of each measured surge. Default: 5.")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "3",
      description = "Seconds of load before each. Default: 3.")
  private int warmUpSeconds;

  @Override
  public Integer call() throws Exception {
    var line = Objects.requireNonNull(spec).commandLine();
    DemoOptions options;
    try {
      options =
          new DemoOptions(
              load,
              inProcess,
              keep,
              port,
              adminPort,
              backendPort,
              config(),
              Duration.ofSeconds(seconds),
              Duration.ofSeconds(warmUpSeconds));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(line, e.getMessage(), e);
    }
    new Demo(options, line.getOut()).run();
    return 0;
  }

  private Path config() {
    if (config != null) {
      return config;
    }
    String home = System.getProperty("sluice.home", ".");
    return Path.of(home, "conf", inProcess ? "examples/in-process.yaml" : "sluice.yaml");
  }
}
