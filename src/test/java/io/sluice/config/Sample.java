package io.sluice.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A configuration file made for one test, and what the loader says about it. */
final class Sample {
  /** Valid without a warning; what tests add to it stands on line 1 and after. */
  static final String REST =
      """
      lanes:
        main: { limit: 24 }
      backends:
        app: { endpoints: ["http://127.0.0.1:8081"] }
      routes:
        - { name: all, path: "/*", lane: main, backend: app }
      """;

  private final Loaded loaded;
  private final String folder;

  private Sample(Path file, Map<String, String> env) {
    this.folder = file.getParent() + "/";
    this.loaded = ConfigLoader.load(file, env::get);
  }

  static Sample of(Path folder, String yaml) {
    return of(folder, yaml, Map.of());
  }

  static Sample of(Path folder, String yaml, Map<String, String> env) {
    Path file = folder.resolve("c.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Sample(file, env);
  }

  /** The messages that refuse the file; empty if it is valid. */
  List<String> faults() {
    return loaded instanceof Loaded.Invalid invalid ? messages(invalid.faults()) : List.of();
  }

  List<String> warnings() {
    return messages(valid().warnings());
  }

  GatewayOptions options() {
    return valid().options();
  }

  Loaded.Valid valid() {
    if (loaded instanceof Loaded.Valid valid) {
      return valid;
    }
    throw new AssertionError(String.join("\n", faults()));
  }

  private List<String> messages(List<Finding> findings) {
    return findings.stream().map(f -> f.toString().replace(folder, "")).toList();
  }
}
