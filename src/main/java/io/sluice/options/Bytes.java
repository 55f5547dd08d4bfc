package io.sluice.options;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A size in bytes, written {@code 512}, {@code 16KiB}, {@code 10MiB} or {@code 1GiB}.
 *
 * @param count the number of bytes, ≥ 0
 */
public record Bytes(long count) {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,15})(KiB|MiB|GiB|B)?");

  public Bytes {
    if (count < 0) {
      throw new IllegalArgumentException(count + " bytes");
    }
  }

  /**
   * Reads a size; anything else is an {@link IllegalArgumentException} that says what was expected.
   */
  public static Bytes parse(String text) {
    var match = FORMAT.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("a size such as 512, 16KiB or 10MiB");
    }
    String unit = match.group(2) == null ? "B" : match.group(2);
    int shift =
        switch (unit) {
          case "KiB" -> 10;
          case "MiB" -> 20;
          case "GiB" -> 30;
          default -> 0;
        };
    long units = Long.parseLong(match.group(1));
    if (units > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("a size below 8 EiB");
    }
    return new Bytes(units << shift);
  }

  @Override
  public String toString() {
    for (int shift = 30; shift > 0; shift -= 10) {
      if (count >= 1L << shift && count % (1L << shift) == 0) {
        return String.format(Locale.ROOT, "%d%s", count >> shift, " KMG".charAt(shift / 10) + "iB");
      }
    }
    return Long.toString(count);
  }
}
