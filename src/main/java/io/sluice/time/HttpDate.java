package io.sluice.time;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.OptionalLong;

/** The three date formats a recipient of HTTP has to accept (RFC 9110 §5.6.7). */
public final class HttpDate {
  private static final DateTimeFormatter IMF_FIXDATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH);
  // Years of RFC 850 dates have two digits.
  private static final DateTimeFormatter RFC_850 =
      new DateTimeFormatterBuilder()
          .appendPattern("EEEE, dd-MMM-")
          .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
          .appendPattern(" HH:mm:ss 'GMT'")
          .toFormatter(Locale.ENGLISH);
  private static final DateTimeFormatter ASCTIME =
      DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH);
  private static final DateTimeFormatter ANY =
      new DateTimeFormatterBuilder()
          .appendOptional(IMF_FIXDATE)
          .appendOptional(RFC_850)
          .appendOptional(ASCTIME)
          .toFormatter(Locale.ENGLISH);

  private HttpDate() {}

  /** Seconds since the epoch; empty for anything that is not a date. */
  public static OptionalLong epochSeconds(String text) {
    try {
      return OptionalLong.of(ANY.parse(text, LocalDateTime::from).toEpochSecond(ZoneOffset.UTC));
    } catch (DateTimeException junk) {
      return OptionalLong.empty();
    }
  }
}
