package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import io.sluice.config.Shape.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds a document against the JSON Schema and says in our own words what does not fit. The schema
 * is a resource written at build time: making it at every start would cost more than the check.
 */
final class SchemaCheck {
  private static final Map<FileForm, Schema> COMPILED = new ConcurrentHashMap<>();

  private final FileForm form;
  private final Document document;
  private final Findings findings;

  private SchemaCheck(FileForm form, Document document, Findings findings) {
    this.form = form;
    this.document = document;
    this.findings = findings;
  }

  static void check(FileForm form, Document document, Findings findings) {
    List<Error> errors =
        COMPILED.computeIfAbsent(form, SchemaCheck::compile).validate(document.root());
    var check = new SchemaCheck(form, document, findings);
    // Unknown keys first: a misspelt key explains why the right one is missing.
    errors.stream().filter(SchemaCheck::isUnknownKey).forEach(check::unknownKey);
    errors.stream().filter(e -> !isUnknownKey(e)).forEach(check::complain);
  }

  private static boolean isUnknownKey(Error error) {
    return error.getKeyword().equals("additionalProperties");
  }

  private void unknownKey(Error error) {
    Place holder = Place.of(form, error.getInstanceLocation());
    String path = holder.inside(error.getProperty());
    List<String> known = holder.section().names();
    String nearest = Nearest.to(error.getProperty(), known);
    if (nearest != null && !document.has(holder.inside(nearest))) {
      findings.setBroken(holder.inside(nearest));
    }
    findings.fault(
        path, document.positionOf(path), "unknown key (" + Nearest.advice(nearest, known) + ")");
  }

  private void complain(Error error) {
    Place place = Place.of(form, error.getInstanceLocation());
    switch (error.getKeyword()) {
      case "required" -> missing(place, error.getProperty());
      case "propertyNames" -> badName(place, error.getProperty());
      default -> wrong(place);
    }
  }

  private void missing(Place holder, String name) {
    String path = holder.inside(name);
    if (!findings.isBroken(path)) {
      Entry entry = Objects.requireNonNull(holder.section().entry(name));
      findings.broken(
          path,
          document.positionOf(path),
          "missing (expected: " + entry.shape().expected(entry.key()) + ")");
    }
  }

  private void badName(Place holder, String name) {
    String path = holder.inside(name);
    findings.fault(
        path,
        document.positionOf(path),
        Document.printable(name) + " (expected: " + holder.expectedName() + ")");
  }

  private void wrong(Place place) {
    String path = place.path();
    if (!findings.isBroken(path)) {
      String shown = document.show(path, "nothing");
      findings.broken(
          path, document.positionOf(path), shown + " (expected: " + place.expected() + ")");
    }
  }

  /** Compiled once, on first use. */
  private static Schema compile(FileForm form) {
    try (InputStream in = form.openSchema()) {
      JsonNode written = new ObjectMapper().readTree(in);
      return SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(written);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
