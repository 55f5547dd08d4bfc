package io.sluice.config;

import java.util.List;
import java.util.Set;

/** What became of a configuration file. */
public sealed interface Loaded {
  /**
   * The file may be run.
   *
   * @param options what it says, defaults filled in
   * @param warnings in the order of the file
   * @param hidden keys whose values must not be shown: secrets, and what came out of other files
   */
  record Valid(GatewayOptions options, List<Finding> warnings, Set<String> hidden)
      implements Loaded {
    /** The configuration as YAML with every default spelled out and everything hidden as ***. */
    public String effectiveYaml() {
      return EffectiveYaml.render(options, hidden);
    }
  }

  /**
   * The file is refused.
   *
   * @param faults all of them, in the order of the file
   */
  record Invalid(List<Finding> faults) implements Loaded {}
}
