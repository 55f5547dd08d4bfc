package io.sluice.fallback;

import io.sluice.exchange.StoredAnswer;
import io.sluice.time.HttpDate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A backend's answer as it was stored, and how old it was by then.
 *
 * @param answer its status, clean headers and body
 * @param cacheControl what it says of caches
 * @param initialAgeSeconds its age when it was stored (RFC 9111 §4.2.3, corrected_initial_age)
 * @param lifetimeSeconds how long it is fresh (§4.2.1)
 * @param storedNanos when it was stored
 */
public record CachedResponse(
    StoredAnswer answer,
    CacheControl cacheControl,
    long initialAgeSeconds,
    long lifetimeSeconds,
    long storedNanos) {

  /**
   * An answer that came just now.
   *
   * @param tookNanos from request to answer
   * @param epochSeconds the time of day
   */
  public static CachedResponse of(
      StoredAnswer answer, long tookNanos, long epochSeconds, long nowNanos) {
    CacheControl said = CacheControl.of(name -> lines(answer, name));
    long date = date(answer, "date").orElse(epochSeconds);
    return new CachedResponse(
        answer,
        said,
        initialAge(answer, date, TimeUnit.NANOSECONDS.toSeconds(tookNanos), epochSeconds),
        lifetime(answer, said, date),
        nowNanos);
  }

  private static List<String> lines(StoredAnswer answer, String name) {
    var lines = new ArrayList<String>(1);
    List<String> headers = answer.headers();
    for (int i = 0; i < headers.size(); i += 2) {
      if (headers.get(i).equalsIgnoreCase(name)) {
        lines.add(headers.get(i + 1));
      }
    }
    return lines;
  }

  private static OptionalLong date(StoredAnswer answer, String name) {
    String text = answer.header(name);
    return text == null ? OptionalLong.empty() : HttpDate.epochSeconds(text);
  }

  // max(apparent_age, age_value + response_delay)
  private static long initialAge(
      StoredAnswer answer, long date, long tookSeconds, long epochSeconds) {
    String age = answer.header("age");
    long corrected = (age == null ? 0 : CacheControl.parsed(age)) + tookSeconds;
    return Math.max(Math.max(0, epochSeconds - date), corrected);
  }

  // s-maxage, else max-age, else Expires − Date; nothing is guessed, so that what nobody gave a
  // lifetime is stale at once, and the configuration decides how stale may be given
  private static long lifetime(StoredAnswer answer, CacheControl said, long date) {
    for (String directive : List.of("s-maxage", "max-age")) {
      if (said.has(directive)) {
        return said.seconds(directive);
      }
    }
    if (answer.header("expires") == null) {
      return 0;
    }
    return Math.max(0, date(answer, "expires").orElse(date) - date);
  }

  /** Its age now, the value of {@code Age} (RFC 9111 §4.2.3, current_age). */
  public long ageSeconds(long nowNanos) {
    return initialAgeSeconds + TimeUnit.NANOSECONDS.toSeconds(nowNanos - storedNanos);
  }

  /** How long it has been stale; below 0 while it is fresh. */
  long staleSeconds(long nowNanos) {
    return ageSeconds(nowNanos) - lifetimeSeconds;
  }

  /** The lines of its header with that name. */
  List<String> fields(String name) {
    return lines(answer, name);
  }

  /** The fields it varies on (RFC 9111 §4.1), in lower case and in order. */
  List<String> varyOn() {
    return Storing.varyOn(name -> lines(answer, name));
  }

  @Nullable String etag() {
    return answer.header("etag");
  }

  /** In seconds since the epoch. */
  OptionalLong lastModified() {
    return date(answer, "last-modified");
  }
}
