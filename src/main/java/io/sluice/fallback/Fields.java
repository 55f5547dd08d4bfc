package io.sluice.fallback;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header fields of a message, by name in whatever spelling. */
@FunctionalInterface
public interface Fields {
  /** The values of all lines of that name; empty if there are none. */
  List<String> all(String name);

  /** The lines of that name as one (RFC 9110 §5.3); null if there are none. */
  default @Nullable String joined(String name) {
    List<String> lines = all(name);
    return lines.isEmpty() ? null : String.join(", ", lines);
  }

  default boolean has(String name) {
    return !all(name).isEmpty();
  }
}
