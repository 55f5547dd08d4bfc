package io.sluice.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration as people write it: {@code 500ms}, {@code 3s}, {@code 2m}. */
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,9})(ms|s|m)");

  @Override
  public Duration convert(String value) {
    var match = FORMAT.matcher(value);
    if (!match.matches()) {
      throw new TypeConversionException("'" + value + "' (expected: 500ms, 3s or 2m)");
    }
    long count = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      default -> Duration.ofMinutes(count);
    };
  }
}
