package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a scenario file, the way a gateway's file is read. */
public final class ScenarioLoader {
  private ScenarioLoader() {}

  /** What became of a scenario file. */
  public sealed interface Scenario {
    /**
     * It may be run.
     *
     * @param warnings in the order of the file
     */
    record Valid(ScenarioOptions options, List<Finding> warnings) implements Scenario {}

    /**
     * It is refused.
     *
     * @param faults all of them, in the order of the file
     */
    record Invalid(List<Finding> faults) implements Scenario {}
  }

  /**
   * Reads, checks and binds a file. Never throws for what is in the file or for its absence.
   *
   * @param env looks an environment variable up; null when it is not set
   */
  public static Scenario load(Path file, Function<String, @Nullable String> env) {
    var findings = new Findings();
    Node yaml = YamlFile.compose(FileForm.SCENARIO, file, findings);
    if (yaml == null) {
      return new Scenario.Invalid(findings.faults());
    }
    var substitution = new Substitution(env, file.toAbsolutePath().getParent());
    Document document =
        DocumentReader.read(FileForm.SCENARIO, file.toString(), yaml, substitution, findings);
    SchemaCheck.check(FileForm.SCENARIO, document, findings);
    var options = (ScenarioOptions) Binder.bind(FileForm.SCENARIO, document, findings);
    ScenarioRules.check(options, new Review(gatewayOf(document, findings), document, findings));

    List<Finding> faults = findings.faults();
    return faults.isEmpty()
        ? new Scenario.Valid(options, findings.warnings())
        : new Scenario.Invalid(faults);
  }

  /**
   * The gateway that the scenario's lanes and routes would make, in front of backends that exist by
   * name only: what a gateway's rules can be asked of.
   */
  private static GatewayOptions gatewayOf(Document scenario, Findings findings) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putObject("server").put("maxDeadline", "1h");
    for (String shared : List.of("hints", "retryBudget", "lanes", "routes")) {
      if (scenario.root().has(shared)) {
        root.set(shared, scenario.root().get(shared));
      }
    }
    ObjectNode backends = root.putObject("backends");
    for (String name : (Iterable<String>) () -> scenario.root().path("backends").fieldNames()) {
      ObjectNode backend = backends.putObject(name).put("connectTimeout", "1ms");
      backend.putArray("endpoints").add("http://model");
      JsonNode model = scenario.root().path("backends").path(name);
      for (String shared : List.of("retry", "breaker")) {
        if (model.has(shared)) {
          backend.set(shared, model.get(shared));
        }
      }
    }
    return (GatewayOptions) Binder.bind(FileForm.GATEWAY, scenario.withRoot(root), findings);
  }
}
