package io.sluice.edge;

import io.sluice.time.WallClock;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The {@code Date} of an answer (RFC 9110 §6.6.1), written out once a second. Any thread. */
final class DateHeader {
  private static final CharSequence DATE = HttpHeaders.createOptimized("date");

  // Java's own RFC 1123 format writes days of one digit.
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private static volatile Second latest = Second.of(0);

  private record Second(long epoch, String text) {
    static Second of(long epoch) {
      return new Second(epoch, FORMAT.format(Instant.ofEpochSecond(epoch)));
    }
  }

  private DateHeader() {}

  /** The time of day as a header has it. */
  static String at(long epochSeconds) {
    Second written = latest;
    if (written.epoch != epochSeconds) {
      written = Second.of(epochSeconds);
      latest = written; // two loops may both write it, and write the same
    }
    return written.text;
  }

  /** Dates an answer that bears no date yet. */
  static void addTo(MultiMap headers) {
    if (!headers.contains(DATE)) {
      headers.set(DATE, at(WallClock.SYSTEM.now().getEpochSecond()));
    }
  }
}
