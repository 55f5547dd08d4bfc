package io.sluice.cli;

import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Checks a configuration file: every fault with its place, on standard error. Exit code 0 if the
 * file may be run, with or without warnings, 1 if not.
 */
@Command(
    name = "check",
    description = "Check a configuration file and name every fault in it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code: 0 valid (warnings are printed), 1 invalid or unreadable, 2 usage.",
      "",
      "Example:",
      "  sluice check --show conf/sluice.yaml"
    })
final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The configuration file.")
  private Path file = Path.of("");

  @Option(
      names = "--show",
      description = "Print the effective configuration, defaults included and secrets as ***.")
  private boolean show;

  @Override
  public Integer call() {
    CommandLine line = spec.commandLine();
    return switch (ConfigLoader.load(file, System::getenv)) {
      case Loaded.Valid valid -> accept(valid, line.getOut(), line.getErr());
      case Loaded.Invalid invalid -> refuse(invalid, line.getErr());
    };
  }

  private int accept(Loaded.Valid valid, PrintWriter out, PrintWriter err) {
    valid.warnings().forEach(err::println);
    (show ? err : out).println(file + " is valid: " + summary(valid.options()));
    if (show) {
      out.print(valid.effectiveYaml());
      out.flush();
    }
    return ExitCode.OK;
  }

  private static int refuse(Loaded.Invalid invalid, PrintWriter err) {
    invalid.faults().forEach(err::println);
    return ExitCode.SOFTWARE;
  }

  static String summary(GatewayOptions options) {
    return count(options.lanes().size(), "lane")
        + ", "
        + count(options.backends().size(), "backend")
        + ", "
        + count(options.routes().size(), "route");
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
