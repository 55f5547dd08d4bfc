package io.sluice.fallback;

import io.sluice.exchange.StoredAnswer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests and answers for tests. The time of day is 12:00:00 at {@link #START}. */
final class Answers {
  static final long START = -5_000_000_007L;
  static final long NOON = 1_772_366_400L; // Sun, 01 Mar 2026 12:00:00 GMT
  static final String NOON_DATE = "Sun, 01 Mar 2026 12:00:00 GMT";

  private Answers() {}

  /** Fields of lines such as {@code vary: accept}. */
  static Fields fields(String... lines) {
    return name -> {
      var values = new ArrayList<String>();
      for (String line : lines) {
        int colon = line.indexOf(':');
        if (line.substring(0, colon).equalsIgnoreCase(name)) {
          values.add(line.substring(colon + 1).strip());
        }
      }
      return values;
    };
  }

  /** An answer of noon, stored at {@link #START}. */
  static CachedResponse stored(String body, String... lines) {
    return CachedResponse.of(answer(body, lines), 0, NOON, START);
  }

  static StoredAnswer answer(String body, String... lines) {
    var headers = new ArrayList<String>(List.of("date", NOON_DATE));
    for (String line : lines) {
      int colon = line.indexOf(':');
      headers.add(line.substring(0, colon));
      headers.add(line.substring(colon + 1).strip());
    }
    return new StoredAnswer(200, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  static String text(StoredAnswer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  static long seconds(long after) {
    return START + TimeUnit.SECONDS.toNanos(after);
  }
}
