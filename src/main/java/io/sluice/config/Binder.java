package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.config.Shape.Entry;
import io.sluice.options.Key;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes option records of a document. What is broken or left out takes its default, so that there
 * always is a record for the rules to look at; bounds of durations and sizes, which a schema cannot
 * express, are checked here.
 */
final class Binder {
  private final Document document;
  private final Findings findings;

  private Binder(Document document, Findings findings) {
    this.document = document;
    this.findings = findings;
  }

  static Record bind(FileForm form, Document document, Findings findings) {
    var binder = new Binder(document, findings);
    return binder.section(form.root(), document.root(), "", null);
  }

  /**
   * @param defaults whose values take the place of what is left out; null for the keys' own
   */
  private Record section(
      Shape.Section section, JsonNode node, String path, @Nullable Record defaults) {
    var arguments = new ArrayList<@Nullable Object>();
    for (Entry entry : section.entries()) {
      String at = path.isEmpty() ? entry.name() : path + "." + entry.name();
      JsonNode child = node.path(entry.name());
      boolean usable = !child.isMissingNode() && !findings.isBroken(at);
      Object value = usable ? read(entry, child, at, defaults) : null;
      arguments.add(value == null ? leftOut(entry, at, defaults) : value);
    }
    return construct(section.type(), arguments);
  }

  /** The value, or null after a fault. */
  private @Nullable Object read(Entry entry, JsonNode node, String path, @Nullable Record outer) {
    return switch (entry.shape()) {
      case Shape.Section section -> section(section, node, path, defaultsOf(entry, section, outer));
      case Shape.Named named -> named(named, entry.key(), node, path);
      case Shape.Sequence list -> list(list, entry.key(), node, path);
      case Scalar scalar -> scalar(scalar, entry.key(), node, path);
    };
  }

  private Map<String, Object> named(Shape.Named named, Key key, JsonNode node, String path) {
    var all = new LinkedHashMap<String, Object>();
    for (Map.Entry<String, JsonNode> child : node.properties()) {
      Object value = each(named.each(), key, child.getValue(), path + "." + child.getKey());
      if (value != null) {
        all.put(child.getKey(), value);
      }
    }
    return all;
  }

  private List<Object> list(Shape.Sequence list, Key key, JsonNode node, String path) {
    var all = new ArrayList<>();
    for (JsonNode item : node) {
      Object value = each(list.each(), key, item, path + "[" + all.size() + "]");
      all.add(value == null ? "" : value); // keeps the indexes those of the file
    }
    return all;
  }

  private @Nullable Object each(Shape shape, Key key, JsonNode node, String path) {
    boolean broken = findings.isBroken(path);
    return switch (shape) {
      case Shape.Section section -> section(section, broken ? nothing() : node, path, null);
      case Scalar scalar -> broken ? null : scalar(scalar, key, node, path);
      default -> throw new IllegalStateException("a list or a mapping inside another: " + path);
    };
  }

  private @Nullable Object scalar(Scalar scalar, Key key, JsonNode node, String path) {
    Object value;
    try {
      value = scalar.parse(node.asText());
    } catch (IllegalArgumentException e) {
      refuse(path, scalar.expected(key) + scalar.notation());
      return null;
    }
    if (!scalar.isAllowed(value, key)) {
      refuse(path, scalar.expected(key));
      return null;
    }
    return value;
  }

  private void refuse(String path, String expected) {
    findings.broken(
        path,
        document.positionOf(path),
        document.show(path, "nothing") + " (expected: " + expected + ")");
  }

  private @Nullable Object leftOut(Entry entry, String path, @Nullable Record defaults) {
    if (defaults != null) {
      return entry.valueIn(defaults);
    }
    if (!entry.key().byDefault().isEmpty()) {
      return Defaults.of(entry);
    }
    return switch (entry.shape()) {
      case Shape.Section section when entry.nullable() -> null;
      case Shape.Section section ->
          section(section, nothing(), path, defaultsOf(entry, section, null));
      case Shape.Named named -> Map.of();
      case Shape.Sequence list -> List.of();
      case Scalar scalar when entry.nullable() -> null;
      case Scalar scalar -> Defaults.empty(scalar, path);
    };
  }

  private static @Nullable Record defaultsOf(
      Entry entry, Shape.Section section, @Nullable Record outer) {
    return outer != null ? (Record) entry.valueIn(outer) : Defaults.constant(section.type());
  }

  private static JsonNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static Record construct(Class<? extends Record> type, List<@Nullable Object> arguments) {
    Class<?>[] parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(parameters).newInstance(arguments.toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("making a " + type.getSimpleName(), e);
    }
  }
}
