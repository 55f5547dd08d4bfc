package io.sluice.cli;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Experiments with real threads, beside what the models predict. */
@Command(
    name = "experiment",
    description = "Try out, with real threads, what the models predict.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "EXPERIMENT",
    subcommands = RejectionCommand.class,
    footer = {"", "Example: sluice experiment rejection"})
final class ExperimentCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "Missing an experiment (expected: rejection)");
  }
}
