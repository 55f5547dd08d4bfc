package io.sluice.simulate.replay;

import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of the combined format with the request's time after it, in seconds: what nginx writes
 * with {@code $request_time}. Its times are those of the end, in whole seconds.
 */
final class CombinedLine {
  private static final Pattern FORMAT =
      Pattern.compile(
          "\\S+ \\S+ \\S+ \\[([^\\]]{1,40})\\] \"((?:[^\"\\\\]|\\\\.)*+)\" (\\d{3}) (?:\\d+|-)"
              + "(?: \"(?:[^\"\\\\]|\\\\.)*+\" \"(?:[^\"\\\\]|\\\\.)*+\")?(?: (\\S+))?.*");
  private static final Pattern SECONDS = Pattern.compile("\\d{1,6}\\.\\d{1,6}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);

  /** Refused, left, or given up: what the backend would have taken is not known. */
  private static final Set<Integer> UNSERVED = Set.of(429, 499, 503, 504);

  private CombinedLine() {}

  /** The request; its time is that of its end. */
  static Recorded parse(String line) throws BadLine {
    Matcher fields = FORMAT.matcher(line);
    if (!fields.matches()) {
      throw new BadLine(
          "neither JSON nor combined format (expected: a line of Sluice's access log, or the"
              + " combined format and a request time)");
    }
    String seconds = fields.group(4);
    if (seconds == null || !SECONDS.matcher(seconds).matches()) {
      throw new BadLine(
          "no request time (expected: seconds such as 0.012 after the user agent, nginx's"
              + " $request_time)");
    }
    long tookMicros = Math.round(Double.parseDouble(seconds) * 1e6);
    int status = Integer.parseInt(fields.group(3));
    String[] request = fields.group(2).split(" ", 3);
    return new Recorded(
        time(fields.group(1)),
        null,
        null,
        request[0],
        request.length > 1 ? request[1].replaceFirst("[?#].*", "") : null,
        Recorded.UNKNOWN,
        UNSERVED.contains(status) ? Recorded.UNKNOWN : tookMicros,
        status,
        null,
        tookMicros);
  }

  private static long time(String text) throws BadLine {
    try {
      return ZonedDateTime.parse(text, TIME).toEpochSecond() * 1_000_000L;
    } catch (DateTimeException e) {
      throw new BadLine("time: not one (expected: like 01/Mar/2026:12:00:00 +0000)");
    }
  }
}
