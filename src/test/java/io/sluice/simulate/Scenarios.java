package io.sluice.simulate;

import io.sluice.config.ScenarioLoader;
import io.sluice.config.ScenarioLoader.Scenario;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Scenarios of tests, written as a user would write them. */
final class Scenarios {
  static final Path FOLDER = Path.of("conf/scenarios");

  /** One lane, one backend, one P1 route; to be followed by lines of their own. */
  static final String ONE_ROUTE =
      """
      lanes:
        main: { %s }
      backends:
        app: { %s }
      routes:
        - { name: all, path: "/*", kind: %s, lane: main, backend: app, timeout: 10s }
      clients:
        - { route: all, timeout: 10s, %s }
      """;

  private Scenarios() {}

  static List<Path> shipped() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ScenarioOptions shipped(String name) {
    return load(FOLDER.resolve(name + ".yaml"));
  }

  static ScenarioOptions load(Path file) {
    return switch (ScenarioLoader.load(file, _ -> null)) {
      case Scenario.Valid valid -> valid.options();
      case Scenario.Invalid invalid -> throw new AssertionError(invalid.faults().toString());
    };
  }

  static ScenarioOptions of(String yaml) {
    try {
      Path file = Files.createTempFile("scenario", ".yaml");
      try {
        Files.writeString(file, yaml);
        return load(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A lane, a backend, a route of this kind, and clients, each as the inside of braces. */
  static ScenarioOptions of(String time, String lane, String backend, String kind, String client) {
    return of(time + "\n" + ONE_ROUTE.formatted(lane, backend, kind, client));
  }
}
