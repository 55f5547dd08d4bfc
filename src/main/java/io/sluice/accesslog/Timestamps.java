package io.sluice.accesslog;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes instants; lines mostly fall into the same second, whose text is kept. */
final class Timestamps {
  private static final long MICROS = 1_000_000;

  private final DateTimeFormatter formatter;
  private long second = Long.MIN_VALUE;
  private String text = "";

  private Timestamps(String pattern) {
    formatter = DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
  }

  static Timestamps iso() {
    return new Timestamps("uuuu-MM-dd'T'HH:mm:ss");
  }

  static Timestamps combined() {
    return new Timestamps("dd/MMM/uuuu:HH:mm:ss xx");
  }

  /** The second in which it lies. */
  String second(long epochMicros) {
    long wanted = Math.floorDiv(epochMicros, MICROS);
    if (wanted != second) {
      second = wanted;
      text = formatter.format(Instant.ofEpochSecond(wanted));
    }
    return text;
  }

  static long microsOfSecond(long epochMicros) {
    return Math.floorMod(epochMicros, MICROS);
  }
}
