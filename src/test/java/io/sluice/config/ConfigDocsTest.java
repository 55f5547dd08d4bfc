package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code CONFIG.md} has a row for every key there is, and none for one there is not. */
class ConfigDocsTest {
  private static final Pattern CODE = Pattern.compile("`([A-Za-z0-9.]+)`");
  private static final Pattern KEY_TABLE = Pattern.compile("\\| key .*");

  /** A row of a table of keys: the headings above it, and the key as it stands there. */
  private record Row(String section, String part, String key) {
    /** Whether this row is about the key with this path, lists and names left out. */
    boolean explains(String path) {
      boolean here = path.startsWith(section + ".") || section.contains("calling");
      boolean partOfIt = part.isEmpty() || path.contains(part + ".");
      return here && partOfIt && (path.endsWith("." + key));
    }
  }

  private final JsonNode definitions = schema().path("$defs");

  private static JsonNode schema() {
    try {
      return new ObjectMapper().readTree(Path.of("conf/schema/sluice.schema.json").toFile());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> paths() {
    var paths = new ArrayList<String>();
    collect(schema(), "", paths);
    return paths;
  }

  private void collect(JsonNode node, String path, List<String> paths) {
    String reference = node.path("$ref").asText("");
    if (!reference.isEmpty()) {
      collect(definitions.path(reference.substring(reference.lastIndexOf('/') + 1)), path, paths);
      return;
    }
    boolean leaf = true;
    for (Map.Entry<String, JsonNode> property : node.path("properties").properties()) {
      leaf = false;
      String name = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
      collect(property.getValue(), name, paths);
    }
    for (String inner : List.of("items", "additionalProperties")) {
      if (node.path(inner).isObject() && !isPlain(node.path(inner))) {
        leaf = false;
        collect(node.path(inner), path, paths);
      }
    }
    if (leaf) {
      paths.add(path);
    }
  }

  private static boolean isPlain(JsonNode node) {
    return !node.has("$ref") && !node.has("properties");
  }

  private static List<Row> rows() throws IOException {
    var rows = new ArrayList<Row>();
    String section = "";
    String part = "";
    boolean keys = false;
    for (String line : Files.readAllLines(Path.of("src/docs/CONFIG.md"))) {
      if (line.startsWith("## ")) {
        section = line.substring(3).replaceAll("\\..*", "");
        part = "";
      } else if (line.startsWith("### ")) {
        part = line.substring(4).replaceAll("\\..*", "");
      } else if (KEY_TABLE.matcher(line).matches()) {
        keys = true;
      } else if (!line.startsWith("|")) {
        keys = false;
      } else if (keys) {
        String where = section;
        String below = part;
        CODE.matcher(line.split("\\|")[1])
            .results()
            .forEach(code -> rows.add(new Row(where, below, code.group(1))));
      }
    }
    return rows;
  }

  @Test
  void everyKey_hasARow() throws IOException {
    List<Row> rows = rows();
    List<String> paths = paths();
    assertThat(paths).hasSizeGreaterThan(50);
    assertThat(paths)
        .filteredOn(path -> rows.stream().noneMatch(row -> row.explains(path)))
        .isEmpty();
  }

  @Test
  void everyRow_isAKeyThereIs() throws IOException {
    List<String> paths = new ArrayList<>(paths());
    // Keys that are only a name for others, and so are rows that refer to another table.
    for (String path : List.copyOf(paths)) {
      for (int dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
        paths.add(path.substring(0, dot));
      }
    }
    assertThat(rows()).filteredOn(row -> paths.stream().noneMatch(row::explains)).isEmpty();
  }
}
