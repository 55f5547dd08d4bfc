package io.sluice.cli;

import io.sluice.config.SchemaResource;
import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the JSON Schema of the configuration file, for editors and other tools. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of the configuration file.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {"", "Example: sluice schema > sluice.schema.json"})
final class SchemaCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(SchemaResource.text());
    out.flush();
  }
}
