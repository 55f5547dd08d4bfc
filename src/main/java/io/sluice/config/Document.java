package io.sluice.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A configuration file after substitution: a JSON tree, and for every key in it where it stands and
 * how it may be shown.
 */
final class Document {
  private static final int LONGEST_SHOWN = 80;

  private final String file;
  private final Map<String, Spot> spots = new HashMap<>();
  private final Set<String> hidden = new HashSet<>();
  private JsonNode root = MissingNode.getInstance();

  Document(String file) {
    this.file = file;
  }

  /**
   * Where one key stands.
   *
   * @param position of the value, where it is one; of the key, where it holds further keys
   * @param shown the value as text, for messages
   */
  private record Spot(Position position, String shown) {}

  void setRoot(JsonNode root) {
    this.root = root;
  }

  /** Another tree whose keys stand where those of this one do. */
  Document withRoot(JsonNode other) {
    var same = new Document(file);
    same.spots.putAll(spots);
    same.hidden.addAll(hidden);
    same.root = other;
    return same;
  }

  void put(String path, Position position, String shown) {
    spots.putIfAbsent(path, new Spot(position, shown));
  }

  /** From now on the value is shown as {@code ***}. */
  void hide(String path) {
    hidden.add(path);
  }

  JsonNode root() {
    return root;
  }

  /** Whether the file has this key. */
  boolean has(String path) {
    return spots.containsKey(path);
  }

  /** Where the key stands, or the nearest key around it that does stand in the file. */
  Position positionOf(String path) {
    Spot spot = spots.get(path);
    if (spot != null) {
      return spot.position();
    }
    return path.isEmpty() ? new Position(file, 1, 1) : positionOf(holderOf(path));
  }

  private static String holderOf(String path) {
    return path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
  }

  /** The value as it may be shown; {@code orElse} where the file does not have the key. */
  String show(String path, String orElse) {
    if (hidden.contains(path)) {
      return "***";
    }
    Spot spot = spots.get(path);
    return spot == null ? orElse : spot.shown();
  }

  Set<String> hidden() {
    return Set.copyOf(hidden);
  }

  /** One line, quoted where it would be hard to see, and not too long. */
  static String printable(String text) {
    String cut = text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN - 1) + "…";
    boolean plain = !cut.isBlank() && cut.equals(cut.strip());
    var line = new StringBuilder(plain ? "" : "\"");
    cut.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.append(plain ? "" : "\"").toString();
  }
}
