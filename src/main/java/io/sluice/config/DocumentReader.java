package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.config.Shape.Entry;
import io.sluice.options.LaneLimit;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.JsonScalarResolver;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Turns YAML nodes into a {@link Document}: values substituted, typed by what their key expects.
 * Only what the {@link Shape} knows is descended into, so neither an alias that contains itself nor
 * one that multiplies can keep it busy.
 */
final class DocumentReader {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final ScalarResolver PLAIN = new JsonScalarResolver();
  private static final Set<Tag> TAGS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ, Tag.ENV_TAG);

  private final String file;
  private final Substitution substitution;
  private final Findings findings;
  private final Document document;

  private DocumentReader(String file, Substitution substitution, Findings findings) {
    this.file = file;
    this.substitution = substitution;
    this.findings = findings;
    this.document = new Document(file);
  }

  static Document read(
      FileForm form, String file, Node yaml, Substitution substitution, Findings findings) {
    var reader = new DocumentReader(file, substitution, findings);
    reader.document.setRoot(reader.read(yaml, form.root(), "", null));
    return reader.document;
  }

  /**
   * @param shape null below a key nobody knows
   * @param key where the key stands that holds the node; null in a list
   */
  private JsonNode read(Node node, @Nullable Shape shape, String path, @Nullable Position key) {
    Position start = positionOf(node);
    if (!TAGS.contains(node.getTag())) {
      document.put(path, start, "a tag");
      findings.broken(path, start, "a tag (expected: none; quote text that begins with !)");
      return JSON.nullNode();
    }
    if (node instanceof ScalarNode scalar) {
      return scalar(scalar, shape, path, start);
    }
    boolean isMapping = node instanceof MappingNode;
    document.put(path, key == null ? start : key, isMapping ? "a mapping" : "a list");
    return switch (node) {
      case MappingNode mapping -> mapping(mapping, shape, path);
      case SequenceNode sequence -> list(sequence, shape, path);
      default -> throw new IllegalStateException("a YAML node of type " + node.getNodeType());
    };
  }

  private ObjectNode mapping(MappingNode mapping, @Nullable Shape shape, String path) {
    ObjectNode object = JSON.objectNode();
    var firstSeen = new HashMap<String, Position>();
    for (NodeTuple tuple : mapping.getValue()) {
      Position at = positionOf(tuple.getKeyNode());
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        findings.fault(path, at, "a key that is not text (expected: a word)");
        continue;
      }
      String name = keyNode.getValue();
      String inner = path.isEmpty() ? name : path + "." + name;
      Position first = firstSeen.putIfAbsent(name, at);
      if (first != null) {
        findings.fault(inner, at, "duplicate key (first at line " + first.line() + ")");
        continue;
      }
      object.set(name, value(tuple.getValueNode(), shape, name, inner, at));
    }
    return object;
  }

  private JsonNode value(Node node, @Nullable Shape shape, String name, String path, Position key) {
    return switch (shape) {
      case Shape.Named named -> read(node, named.each(), path, key);
      case Shape.Section section -> value(node, section.entry(name), path, key);
      case null, default -> unknown(path, key);
    };
  }

  private JsonNode value(Node node, @Nullable Entry entry, String path, Position key) {
    if (entry == null) {
      return unknown(path, key);
    }
    if (entry.key().secret()) {
      document.hide(path);
    }
    return read(node, entry.shape(), path, key);
  }

  /** A key nobody knows; nothing below it can be judged. */
  private JsonNode unknown(String path, Position key) {
    document.put(path, key, "");
    return JSON.nullNode();
  }

  private ArrayNode list(SequenceNode sequence, @Nullable Shape shape, String path) {
    ArrayNode array = JSON.arrayNode();
    if (shape instanceof Shape.Sequence expected) {
      for (Node item : sequence.getValue()) {
        array.add(read(item, expected.each(), path + "[" + array.size() + "]", null));
      }
    }
    return array;
  }

  private JsonNode scalar(ScalarNode node, @Nullable Shape shape, String path, Position at) {
    return switch (substitution.apply(node.getValue())) {
      case Substitution.Failed failed -> {
        document.put(path, at, "");
        findings.broken(path, at, failed.problem());
        yield JSON.nullNode();
      }
      case Substitution.Text result -> {
        if (result.fromFile()) {
          document.hide(path);
        }
        Tag tag = result.changed() ? PLAIN.resolve(result.text(), true) : node.getTag();
        boolean nothing = tag.equals(Tag.NULL) && !result.changed();
        document.put(path, at, nothing ? "nothing" : shown(result, node, shape));
        yield nothing ? JSON.nullNode() : typed(result.text(), tag, shape);
      }
    };
  }

  /** With the quotes that make text of a number, where a number was wanted. */
  private static String shown(Substitution.Text text, ScalarNode node, @Nullable Shape shape) {
    boolean isText = shape instanceof Scalar scalar && scalar.type() == String.class;
    return isText || node.isPlain() || text.changed()
        ? Document.printable(text.text())
        : Document.printable('"' + text.text() + '"');
  }

  /** Whole numbers and flags only where the key wants them: a token of digits stays text. */
  private static JsonNode typed(String text, Tag tag, @Nullable Shape shape) {
    if (shape instanceof Scalar scalar) {
      boolean number = scalar.type() == int.class || scalar.type() == LaneLimit.class;
      if (number && tag.equals(Tag.INT)) {
        return JSON.numberNode(new BigInteger(text));
      }
      if (scalar.type() == boolean.class && tag.equals(Tag.BOOL)) {
        return JSON.booleanNode(Boolean.parseBoolean(text));
      }
    }
    return JSON.textNode(text);
  }

  private Position positionOf(Node node) {
    return YamlFile.positionOf(file, node.getStartMark().orElse(null));
  }
}
