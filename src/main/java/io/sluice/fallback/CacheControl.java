package io.sluice.fallback;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The directives of a {@code Cache-Control} (RFC 9111 §5.2). Where one is given twice the smaller
 * number counts; one that names fields counts as if it named none, as it may (§5.2.2.4, §5.2.2.7).
 */
final class CacheControl {
  /** What {@link #seconds} says of a directive that is not there. */
  static final long ABSENT = -1;

  /** More than that means for ever (RFC 9111 §1.2.2). */
  private static final long MOST_SECONDS = 1L << 31;

  private final Map<String, String> directives = new HashMap<>();

  private CacheControl() {}

  static CacheControl of(Fields fields) {
    var parsed = new CacheControl();
    List<String> lines = fields.all("cache-control");
    lines.forEach(parsed::parse);
    // What HTTP/1.0 said instead (RFC 9111 §5.4).
    if (lines.isEmpty() && fields.all("pragma").stream().anyMatch("no-cache"::equalsIgnoreCase)) {
      parsed.add("no-cache");
    }
    return parsed;
  }

  /** Commas within quotes part nothing. */
  private void parse(String line) {
    boolean quoted = false;
    int from = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        add(line.substring(from, i));
        from = i + 1;
      }
    }
    add(line.substring(from));
  }

  private void add(String directive) {
    int equals = directive.indexOf('=');
    String name = (equals < 0 ? directive : directive.substring(0, equals)).strip();
    if (!name.isEmpty()) {
      String value = equals < 0 ? "" : directive.substring(equals + 1).strip().replace("\"", "");
      directives.merge(
          name.toLowerCase(Locale.ROOT),
          value,
          (one, other) -> parsed(one) <= parsed(other) ? one : other);
    }
  }

  boolean has(String directive) {
    return directives.containsKey(directive);
  }

  /**
   * A number of seconds, or {@link #ABSENT}. What is no number is none at all: a lifetime that
   * cannot be read is over (RFC 9111 §4.2.1).
   */
  long seconds(String directive) {
    String value = directives.get(directive);
    return value == null ? ABSENT : parsed(value);
  }

  /** Digits as a number of seconds; 0 for anything else. */
  static long parsed(String digits) {
    if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return 0;
    }
    return digits.length() > 10 ? MOST_SECONDS : Math.min(MOST_SECONDS, Long.parseLong(digits));
  }
}
