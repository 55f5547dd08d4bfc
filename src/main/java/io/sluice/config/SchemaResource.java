package io.sluice.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of the configuration file, as it lies in the jar. */
public final class SchemaResource {
  private static final String NAME = "sluice.schema.json";

  private SchemaResource() {}

  static InputStream open() {
    InputStream in = SchemaResource.class.getResourceAsStream(NAME);
    if (in == null) {
      throw new IllegalStateException("the jar lacks " + NAME);
    }
    return in;
  }

  /** The whole document, ending in a line feed. */
  public static String text() {
    try (InputStream in = open()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
