package io.sluice.config;

import io.sluice.config.Shape.Entry;
import io.sluice.options.Key;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands for a key that was left out. */
final class Defaults {
  private Defaults() {}

  /** The default written on the key. */
  static Object of(Entry entry) {
    String written = entry.key().byDefault();
    return switch (entry.shape()) {
      case Scalar scalar -> scalar.parse(written);
      case Shape.Sequence list ->
          items(written).stream().map(((Scalar) list.each())::parse).toList();
      default -> throw new IllegalStateException(entry.name() + " cannot have a written default");
    };
  }

  /** The items of a list written {@code [a, b]}. */
  static List<String> items(String written) {
    String inside = written.substring(1, written.length() - 1);
    return inside.isEmpty() ? List.of() : Arrays.asList(inside.split(", ", -1));
  }

  /** What stands for nothing in a component that cannot be null. */
  static Object empty(Scalar scalar, String path) {
    if (scalar.type() == int.class) {
      return Key.LEFT_OUT;
    }
    if (scalar.type() == String.class) {
      return "";
    }
    throw new IllegalStateException(path + " needs a default");
  }

  /** The {@code DEFAULT} constant of an option record; null where it has none. */
  static @Nullable Record constant(Class<? extends Record> type) {
    try {
      return (Record) type.getField("DEFAULT").get(null);
    } catch (NoSuchFieldException e) {
      return null; // its keys' own defaults are all there is
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("reading the defaults of " + type, e);
    }
  }
}
