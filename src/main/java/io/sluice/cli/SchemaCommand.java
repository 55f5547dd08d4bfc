package io.sluice.cli;

import io.sluice.config.FileForm;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the JSON Schema of the configuration file, for editors and other tools. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of the configuration file.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  sluice schema > sluice.schema.json"})
final class SchemaCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--scenario", description = "That of scenario files instead.")
  private boolean scenario;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print((scenario ? FileForm.SCENARIO : FileForm.GATEWAY).schema());
    out.flush();
  }
}
