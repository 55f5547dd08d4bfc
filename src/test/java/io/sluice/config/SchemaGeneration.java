package io.sluice.config;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition.AttributeInclusion;
import com.github.victools.jsonschema.generator.CustomPropertyDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import io.sluice.config.Shape.Entry;
import io.sluice.options.Bytes;
import io.sluice.options.Key;
import io.sluice.options.LaneLimit;
import io.sluice.options.Share;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes the JSON Schema of the files from the option records. Lives with the tests because the
 * product reads the committed result.
 *
 * <p>A text that holds {@code ${…}} is accepted everywhere, so that editors take a file as the user
 * writes it; the gateway validates after substitution and reads the value itself.
 */
final class SchemaGeneration {
  private static final String SUBSTITUTED = "\\$\\{";

  private final ObjectMapper mapper = new ObjectMapper();

  static String generate(FileForm form) {
    return new SchemaGeneration().write(form);
  }

  private String write(FileForm form) {
    var config =
        new SchemaGeneratorConfigBuilder(
                mapper, SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT)
            .with(Option.DEFINITIONS_FOR_ALL_OBJECTS)
            .with(Option.PLAIN_DEFINITION_KEYS);
    config.forTypesInGeneral().withPropertySorter((_, _) -> 0);
    config
        .forFields()
        .withPropertyNameOverrideResolver(field -> entry(field).name())
        .withRequiredCheck(field -> entry(field).isRequired())
        .withDescriptionResolver(field -> entry(field).key().value())
        .withCustomDefinitionProvider(this::property);
    ObjectNode schema = new SchemaGenerator(config.build()).generateSchema(form.root().type());
    schema.put("title", form.title());
    var printer =
        new DefaultPrettyPrinter()
            .withArrayIndenter(DefaultPrettyPrinter.FixedSpaceIndenter.instance)
            .withObjectIndenter(new DefaultIndenter("  ", "\n"));
    try {
      return mapper.writer(printer).writeValueAsString(schema) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Entry entry(FieldScope field) {
    Class<?> owner = field.getDeclaringType().getErasedType();
    return Shape.section(owner.asSubclass(Record.class)).entries().stream()
        .filter(e -> e.accessor().getName().equals(field.getDeclaredName()))
        .findFirst()
        .orElseThrow();
  }

  /** All but sections, which the generator knows how to refer to by itself. */
  private @Nullable CustomPropertyDefinition property(
      FieldScope field, SchemaGenerationContext context) {
    Entry entry = entry(field);
    ResolvedType type = field.getType();
    Key key = entry.key();
    ObjectNode node =
        switch (entry.shape()) {
          case Shape.Section section -> null;
          case Shape.Named named -> names(key, item(type, 1, context));
          case Shape.Sequence list -> list(list, key, type, context);
          case Scalar scalar -> scalar(scalar, key);
        };
    return node == null ? null : described(node, entry);
  }

  private CustomPropertyDefinition described(ObjectNode node, Entry entry) {
    node.put("description", entry.key().value());
    JsonNode byDefault = byDefault(entry);
    if (byDefault != null) {
      node.set("default", byDefault);
    }
    if (entry.key().secret()) {
      node.put("writeOnly", true);
    }
    return new CustomPropertyDefinition(node, AttributeInclusion.NO);
  }

  private static ObjectNode item(ResolvedType type, int index, SchemaGenerationContext context) {
    return context.createDefinitionReference(type.getTypeParameters().get(index));
  }

  private ObjectNode names(Key key, ObjectNode each) {
    ObjectNode node = mapper.createObjectNode().put("type", "object");
    node.put("minProperties", Integer.parseInt(key.min()));
    node.put("maxProperties", Integer.parseInt(key.max()));
    node.putObject("propertyNames").put("pattern", whole(key.pattern()));
    node.set("additionalProperties", each);
    return node;
  }

  private ObjectNode list(
      Shape.Sequence list, Key key, ResolvedType type, SchemaGenerationContext context) {
    ObjectNode node = mapper.createObjectNode().put("type", "array");
    if (!key.max().isEmpty()) {
      node.put("minItems", Integer.parseInt(key.min()));
      node.put("maxItems", Integer.parseInt(key.max()));
    }
    node.set(
        "items",
        list.each() instanceof Scalar scalar ? scalar(scalar, key) : item(type, 0, context));
    return node;
  }

  private ObjectNode scalar(Scalar scalar, Key key) {
    ObjectNode node = mapper.createObjectNode();
    Class<?> type = scalar.type();
    if (type == int.class) {
      types(node, "integer", "string").put("pattern", SUBSTITUTED);
      bound(node, "minimum", key.min());
      bound(node, "maximum", key.max());
    } else if (type == LaneLimit.class) {
      types(node, "integer", "string").put("pattern", orSubstituted(LaneLimit.WORD));
      bound(node, "minimum", key.min());
      bound(node, "maximum", key.max());
    } else if (type == boolean.class) {
      types(node, "boolean", "string").put("pattern", SUBSTITUTED);
    } else if (type.isEnum()) {
      ArrayNode either = node.putArray("anyOf");
      scalar.words().forEach(either.addObject().putArray("enum")::add);
      either.addObject().put("type", "string").put("pattern", SUBSTITUTED);
    } else if (type == Bytes.class) {
      types(node, "string", "integer").put("minimum", 0);
      node.put("pattern", orSubstituted("\\d{1,15}(B|KiB|MiB|GiB)?"));
    } else if (type == Duration.class) {
      node.put("type", "string").put("pattern", orSubstituted("\\d{1,9}(ms|s|m|h)"));
    } else if (type == Share.class) {
      String percent = "(100(\\.0{1,3})?|\\d{1,2}(\\.\\d{1,3})?)%";
      node.put("type", "string").put("pattern", orSubstituted(percent));
    } else {
      node.put("type", "string");
      if (!key.pattern().isEmpty()) {
        node.put("pattern", orSubstituted(key.pattern()));
      }
    }
    return node;
  }

  private static ObjectNode types(ObjectNode node, String one, String other) {
    node.putArray("type").add(one).add(other);
    return node;
  }

  private static void bound(ObjectNode node, String keyword, String written) {
    if (!written.isEmpty()) {
      node.put(keyword, new BigDecimal(written));
    }
  }

  private static String whole(String pattern) {
    return "^(" + pattern + ")$";
  }

  private static String orSubstituted(String pattern) {
    return "^(" + pattern + ")$|" + SUBSTITUTED;
  }

  private @Nullable JsonNode byDefault(Entry entry) {
    String written = entry.key().byDefault();
    if (written.isEmpty()) {
      return null;
    }
    if (entry.shape() instanceof Shape.Sequence) {
      List<String> items = Defaults.items(written);
      return mapper.valueToTree(items);
    }
    Object value = Objects.requireNonNull(Defaults.of(entry));
    return value instanceof Integer || value instanceof Boolean
        ? mapper.valueToTree(value)
        : mapper.getNodeFactory().textNode(written);
  }
}
