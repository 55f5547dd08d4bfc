package io.sluice.config;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Reads a configuration file: the way from YAML to option records, in one place. Every step reports
 * its faults and leaves the next one as much as it can, so that one run finds them all.
 */
public final class ConfigLoader {
  private ConfigLoader() {}

  /**
   * Reads, checks and binds a file. Never throws for what is in the file or for its absence.
   *
   * @param env looks an environment variable up; null when it is not set
   */
  public static Loaded load(Path file, Function<String, @Nullable String> env) {
    var findings = new Findings();
    Node yaml = YamlFile.compose(FileForm.GATEWAY, file, findings);
    if (yaml == null) {
      return new Loaded.Invalid(findings.faults()); // a file that is not YAML has no second fault
    }
    var substitution = new Substitution(env, file.toAbsolutePath().getParent());
    Document document =
        DocumentReader.read(FileForm.GATEWAY, file.toString(), yaml, substitution, findings);
    SchemaCheck.check(FileForm.GATEWAY, document, findings);
    var options = (GatewayOptions) Binder.bind(FileForm.GATEWAY, document, findings);
    Rules.check(new Review(options, document, findings));

    List<Finding> faults = findings.faults();
    return faults.isEmpty()
        ? new Loaded.Valid(options, findings.warnings(), document.hidden())
        : new Loaded.Invalid(faults);
  }
}
