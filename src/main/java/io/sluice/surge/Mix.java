package io.sluice.surge;

import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the arrivals ask for, in which proportions.
 *
 * @param streams at least one, at most 100
 */
public record Mix(List<Stream> streams) {
  /** A lending library: 20 % loans (P0), 30 % titles (P1), 50 % recommendations (P2). */
  public static final Mix LIBRARY =
      new Mix(
          List.of(
              new Stream("loans", Tier.P0, 20, "POST", "/loans", Stream.LOAN, true),
              new Stream("titles", Tier.P1, 30, "GET", "/titles/{id}", null, false),
              new Stream("recommendations", Tier.P2, 50, "GET", "/recommendations", null, false)));

  private static final Pattern FORMAT =
      Pattern.compile("(p[0-2])\\s+([A-Za-z]+)\\s+(/\\S*)\\s+(\\d+(?:\\.\\d+)?)%?");

  public Mix {
    if (streams.isEmpty() || streams.size() > 100) {
      throw new IllegalArgumentException(
          "mix of " + streams.size() + " streams (expected: 1..100)");
    }
    streams = List.copyOf(streams);
  }

  /** Reads {@code default}, or streams as {@code p1 GET /titles/{id} 30}, separated by commas. */
  public static Mix parse(String text) {
    if (text.strip().equals("default")) {
      return LIBRARY;
    }
    var streams = new ArrayList<Stream>();
    for (String part : text.split(",", -1)) {
      streams.add(parseStream(part.strip()));
    }
    return new Mix(streams);
  }

  /** The stream a uniform draw from [0, 1) falls on. */
  int pick(double draw) {
    double left = draw * totalShare();
    for (int i = 0; i < streams.size() - 1; i++) {
      left -= streams.get(i).share();
      if (left < 0) {
        return i;
      }
    }
    return streams.size() - 1;
  }

  private double totalShare() {
    double sum = 0;
    for (Stream stream : streams) {
      sum += stream.share();
    }
    return sum;
  }

  private static Stream parseStream(String text) {
    var match = FORMAT.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "mix: '%s' (expected: p0|p1|p2 METHOD /path share, for example p1 GET /titles/{id} 30)"
              .formatted(text));
    }
    String method = match.group(2).toUpperCase(Locale.ROOT);
    // The loan is the one body known here; a write without its body would only be refused.
    boolean write = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    @Nullable String body = write ? Stream.LOAN : null;
    return new Stream(
        method + " " + match.group(3),
        Tier.valueOf(match.group(1).toUpperCase(Locale.ROOT)),
        Double.parseDouble(match.group(4)),
        method,
        match.group(3),
        body,
        write);
  }
}
