package io.sluice.retry;

import io.sluice.time.HttpDate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of a refusal say about coming back.
 *
 * <p>A wait of zero or less, a date already past, and junk advise nothing: a client that came back
 * at once because of them would be the storm the hint is there to prevent. Waits beyond {@link
 * #CAP_MILLIS} are taken for that cap.
 *
 * @param source which header spoke, and so how exact it is
 * @param afterMillis the wait; ≥ 1 where there is one, else 0
 */
public record RetryAdvice(Source source, long afterMillis) {
  /** The longest wait understood: one hour. */
  public static final long CAP_MILLIS = 3_600_000;

  public static final RetryAdvice NONE = new RetryAdvice(Source.NONE, 0);

  /** The header that spoke. */
  public enum Source {
    /** {@code retry-after-ms}: exact, and already spread by the server. */
    MILLIS,
    /** {@code Retry-After} in seconds: rounded up, so many were told the same. */
    SECONDS,
    /** {@code Retry-After} as a date, measured from the {@code Date} of the same response. */
    DATE,
    /** A date in a response without a usable {@code Date}: later, nobody knows how much. */
    DATE_UNMEASURED,
    /** No header said anything usable. */
    NONE
  }

  /**
   * Reads the hint, the exact header first. Dates are measured from the response's own {@code Date}
   * and not from the client's clock, because the difference of two readings of one clock cannot be
   * wrong by the skew between two.
   *
   * @param retryAfterMs the {@code retry-after-ms} header
   * @param retryAfter the {@code Retry-After} header: seconds or a date (RFC 9110 §10.2.3)
   * @param date the {@code Date} header of the same response
   */
  public static RetryAdvice ofHeaders(
      @Nullable String retryAfterMs, @Nullable String retryAfter, @Nullable String date) {
    OptionalLong exact = wholeNumber(retryAfterMs);
    if (exact.isPresent()) {
      return of(Source.MILLIS, exact.getAsLong());
    }
    OptionalLong seconds = wholeNumber(retryAfter);
    if (seconds.isPresent()) {
      return of(Source.SECONDS, Math.min(seconds.getAsLong(), CAP_MILLIS) * 1000);
    }
    return retryAfter == null ? NONE : ofDate(retryAfter.strip(), date);
  }

  /** How far apart those may spread themselves who were all told the same, in milliseconds. */
  public long roundingMillis() {
    return switch (source) {
      case SECONDS, DATE -> 1000;
      case MILLIS, DATE_UNMEASURED, NONE -> 0;
    };
  }

  private static RetryAdvice ofDate(String retryAfter, @Nullable String date) {
    OptionalLong until = HttpDate.epochSeconds(retryAfter);
    if (until.isEmpty()) {
      return NONE;
    }
    OptionalLong from = date == null ? OptionalLong.empty() : HttpDate.epochSeconds(date.strip());
    return from.isEmpty()
        ? new RetryAdvice(Source.DATE_UNMEASURED, 0)
        : of(Source.DATE, 1000 * (until.getAsLong() - from.getAsLong()));
  }

  private static RetryAdvice of(Source source, long millis) {
    return millis < 1 ? NONE : new RetryAdvice(source, Math.min(millis, CAP_MILLIS));
  }

  /** Digits only: a sign, a fraction or a unit makes it junk. Too many digits are very long. */
  private static OptionalLong wholeNumber(@Nullable String header) {
    String text = header == null ? "" : header.strip();
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return OptionalLong.empty();
      }
      value = Math.min(value * 10 + digit, CAP_MILLIS);
    }
    return OptionalLong.of(value);
  }
}
