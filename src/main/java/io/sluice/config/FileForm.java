package io.sluice.config;

import io.sluice.simulate.scenario.ScenarioOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The files there are: what their roots are made of, and their JSON Schemas as they lie in the jar.
 */
public enum FileForm {
  /** What a gateway is told. */
  GATEWAY(GatewayOptions.class, "sluice.schema.json", "Sluice configuration"),
  /** What is rehearsed in virtual time. */
  SCENARIO(ScenarioOptions.class, "scenario.schema.json", "Sluice scenario");

  @SuppressWarnings("ImmutableEnumChecker") // records of unmodifiable lists, made of classes only
  private final Shape.Section root;

  private final String resource;
  private final String title;

  FileForm(Class<? extends Record> root, String resource, String title) {
    this.root = Shape.section(root);
    this.resource = resource;
    this.title = title;
  }

  Shape.Section root() {
    return root;
  }

  /** The schema's file name. */
  String resource() {
    return resource;
  }

  String title() {
    return title;
  }

  InputStream openSchema() {
    InputStream in = FileForm.class.getResourceAsStream(resource);
    if (in == null) {
      throw new IllegalStateException("the jar lacks " + resource);
    }
    return in;
  }

  /** The whole schema, ending in a line feed. */
  public String schema() {
    try (InputStream in = openSchema()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
