package io.sluice.options;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How a duration is written in the configuration: a whole number and one unit, {@code 250ms},
 * {@code 1s}, {@code 5m} or {@code 1h}.
 */
public final class TimeText {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

  private TimeText() {}

  /** Reads a duration; anything else is an {@link IllegalArgumentException}. */
  public static Duration parse(String text) {
    var match = FORMAT.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("a duration such as 250ms, 1s, 5m or 1h");
    }
    long units = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(units);
      case "s" -> Duration.ofSeconds(units);
      case "m" -> Duration.ofMinutes(units);
      default -> Duration.ofHours(units);
    };
  }

  /** Writes it in the largest unit that keeps it whole; anything below a millisecond is dropped. */
  public static String write(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0 || millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 60 != 0) {
      return seconds + "s";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }
}
