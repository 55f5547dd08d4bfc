package io.sluice.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * The root command. Exit codes are the same everywhere: 0 for success, 1 for failure, 2 for a
 * command line that makes no sense.
 */
@Command(
    name = "sluice",
    description = "An HTTP gateway that keeps working when the services behind it cannot keep up.",
    versionProvider = Versions.class,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Example: sluice check conf/sluice.yaml"})
public final class SluiceCommand implements Runnable {
  /** Every command, in the order in which the help lists them. */
  public static final List<Class<?>> SUBCOMMANDS =
      List.of(
          RunCommand.class,
          CheckCommand.class,
          SchemaCommand.class,
          HashKeyCommand.class,
          DemoCommand.class,
          LibraryCommand.class,
          SurgeCommand.class,
          PlanCommand.class,
          ExperimentCommand.class,
          SimulateCommand.class,
          ReplayCommand.class,
          RehearseCommand.class);

  private static final String VERBOSE_VARIABLE = "SLUICE_VERBOSE";

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure; so does SLUICE_VERBOSE=1.")
  private boolean verbose;

  private SluiceCommand() {}

  /**
   * The whole command line, ready to execute.
   *
   * @param env looks an environment variable up; null when it is not set
   */
  public static CommandLine commandLine(Function<String, @Nullable String> env) {
    var root = new SluiceCommand();
    var line = new CommandLine(root);
    SUBCOMMANDS.forEach(line::addSubcommand);
    line.getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().versionProvider(new Versions()));
    line.setExitCodeExceptionMapper(e -> ExitCode.SOFTWARE);
    line.setParameterExceptionHandler((e, args) -> complain(e));
    line.setExecutionExceptionHandler(
        (e, failed, parsed) -> {
          boolean trace = root.verbose || "1".equals(env.apply(VERBOSE_VARIABLE));
          fail(e, failed.getErr(), trace);
          return ExitCode.SOFTWARE;
        });
    return line;
  }

  /** {@code sluice} alone says what there is. */
  @Override
  public void run() {
    throw new ParameterException(Objects.requireNonNull(spec).commandLine(), "Missing a command");
  }

  /** One line for what is wrong, one for where to read on. */
  private static int complain(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String name = line.getCommandSpec().qualifiedName();
    PrintWriter err = line.getErr();
    err.println(name + ": " + messageOf(e));
    if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, err)) {
      err.println("Try: " + name + " --help");
    }
    return ExitCode.USAGE;
  }

  private static void fail(Exception e, PrintWriter err, boolean trace) {
    if (trace) {
      e.printStackTrace(err);
    } else {
      err.println("sluice: " + messageOf(e));
    }
    err.flush();
  }

  private static String messageOf(Exception e) {
    String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return message.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
