package io.sluice.config;

import io.sluice.options.Bytes;
import io.sluice.options.Key;
import io.sluice.options.LaneLimit;
import io.sluice.options.Share;
import io.sluice.options.TimeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One value without parts: how it is written, read and bounded.
 *
 * @param type String, int, boolean, Duration, Bytes, Share, LaneLimit or an enum
 */
record Scalar(Class<?> type) implements Shape {
  static boolean isScalar(Class<?> type) {
    return type.isEnum()
        || List.of(
                String.class,
                int.class,
                boolean.class,
                Duration.class,
                Bytes.class,
                Share.class,
                LaneLimit.class)
            .contains(type);
  }

  /** Reads a value; one that cannot be read is an {@link IllegalArgumentException}. */
  Object parse(String text) {
    if (type == int.class) {
      return Integer.valueOf(text);
    }
    if (type == boolean.class) {
      return choice(text, List.of(true, false));
    }
    if (type == Duration.class) {
      return TimeText.parse(text);
    }
    if (type == Bytes.class) {
      return Bytes.parse(text);
    }
    if (type == Share.class) {
      return Share.parse(text);
    }
    if (type == LaneLimit.class) {
      return LaneLimit.parse(text);
    }
    return type.isEnum() ? choice(text, List.of(type.getEnumConstants())) : text;
  }

  private static Object choice(String text, List<?> among) {
    return among.stream()
        .filter(c -> word(c).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("none of " + among));
  }

  /** Writes a value the way {@link #parse} reads it. */
  static String write(Object value) {
    return value instanceof Duration duration ? TimeText.write(duration) : word(value);
  }

  private static String word(Object value) {
    return value instanceof Enum<?> constant
        ? constant.name().toLowerCase(Locale.ROOT).replace('_', '-')
        : value.toString();
  }

  /** The words an enum's value may be, in order of declaration. */
  List<String> words() {
    return Arrays.stream(type.getEnumConstants()).map(Scalar::word).toList();
  }

  /** Whether a value that could be read also lies in the key's bounds. */
  boolean isAllowed(Object value, Key key) {
    if (LaneLimit.ADAPTIVE.equals(value)) {
      return true;
    }
    if (type == String.class) {
      return key.pattern().isEmpty() || Pattern.matches(key.pattern(), (String) value);
    }
    return (key.min().isEmpty() || size(value) >= size(parse(key.min())))
        && (key.max().isEmpty() || size(value) <= size(parse(key.max())));
  }

  private static double size(Object value) {
    return switch (value) {
      case Integer number -> number;
      case Duration duration -> duration.toMillis();
      case Bytes bytes -> bytes.count();
      case Share share -> share.fraction();
      case LaneLimit limit -> limit.permits();
      default -> throw new IllegalArgumentException("bounds on " + value);
    };
  }

  @Override
  public String expected(Key key) {
    if (!key.expected().isEmpty()) {
      return key.expected();
    }
    if (type == String.class) {
      return key.pattern().isEmpty() ? "text" : "one of " + key.pattern().replace("|", ", ");
    }
    if (type == boolean.class) {
      return "true or false";
    }
    if (type.isEnum()) {
      return "one of " + String.join(", ", words());
    }
    if (type == LaneLimit.class) {
      return key.min() + ".." + key.max() + " or " + LaneLimit.WORD;
    }
    return type == Share.class && key.min().isEmpty() ? "0%..100%" : key.min() + ".." + key.max();
  }

  /** How values of this type are written, for one that could not be read; empty if plain. */
  String notation() {
    if (type == Duration.class) {
      return ", written like 250ms, 1s, 5m or 1h";
    }
    if (type == Bytes.class) {
      return ", written like 512, 16KiB or 10MiB";
    }
    return type == Share.class ? ", written like 30%" : "";
  }
}
