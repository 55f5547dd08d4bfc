package io.sluice.retry;

import io.sluice.options.Bytes;
import io.sluice.options.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When a backend is asked again for a request that failed.
 *
 * @param attempts the first one included; 1 for never again
 * @param on what is tried again besides statuses
 * @param statuses which answers are tried again: some of {@link #STATUSES}
 * @param perAttempt longest one attempt; null for whatever is left
 * @param backoff the pause before each
 * @param minAttempt what a pause must leave over of the time
 * @param maxReplayBytes longest body that is kept for another attempt
 * @param budget how many there may be at this backend
 * @param hedge when a slow read gets a second attempt beside the first
 */
public record RetryOptions(
    @Key(
            value = "Attempts at a request, the first one included; 1 is never again.",
            byDefault = "2",
            min = "1",
            max = "10")
        int attempts,
    @Key(
            value =
                "What is tried again, besides statuses. What may have been done already, only if the"
                    + " request is idempotent.",
            byDefault = "[connect-failure, unprocessed, stale-connection]")
        List<On> on,
    @Key(
            value =
                "Which answers to idempotent requests are tried again: some of 429, 500, 502, 503,"
                    + " 504.",
            byDefault = "[]",
            expected = "429, 500, 502, 503 or 504")
        List<Integer> statuses,
    @Key(
            value = "Longest one attempt may take; if left out, whatever is left of the time.",
            optional = true,
            min = "1ms",
            max = "1h")
        @Nullable Duration perAttempt,
    @Key(value = "The pause before each attempt but the first.", optional = true)
        BackoffOptions backoff,
    @Key(
            value = "No attempt but the first begins with less time left.",
            byDefault = "10ms",
            min = "1ms",
            max = "10s")
        Duration minAttempt,
    @Key(
            value = "Longest body that is kept for another attempt.",
            byDefault = "64KiB",
            min = "0",
            max = "16MiB")
        Bytes maxReplayBytes,
    @Key(value = "How many retries there may be at this backend.", optional = true)
        BudgetOptions budget,
    @Key(value = "When a slow read gets a second attempt beside the first.", optional = true)
        HedgeOptions hedge) {

  /** What may be tried again besides a status: the other triggers. */
  public enum On {
    CONNECT_FAILURE,
    UNPROCESSED,
    STALE_CONNECTION,
    RESET,
    TIMEOUT
  }

  /** The answers that may be named. */
  public static final List<Integer> STATUSES = List.of(429, 500, 502, 503, 504);

  /** One more attempt where the backend cannot have been the reason, or did nothing. */
  public static final RetryOptions DEFAULT =
      new RetryOptions(
          2,
          List.of(On.CONNECT_FAILURE, On.UNPROCESSED, On.STALE_CONNECTION),
          List.of(),
          null,
          BackoffOptions.DEFAULT,
          Duration.ofMillis(10),
          new Bytes(64 << 10),
          BudgetOptions.DEFAULT,
          HedgeOptions.OFF);

  /** One attempt. */
  public static final RetryOptions NEVER =
      new RetryOptions(
          1,
          List.of(),
          List.of(),
          null,
          BackoffOptions.DEFAULT,
          Duration.ofMillis(10),
          new Bytes(0),
          BudgetOptions.DEFAULT,
          HedgeOptions.OFF);

  public RetryOptions {
    if (attempts < 1) {
      throw new IllegalArgumentException(attempts + " attempts");
    }
    if (minAttempt.isNegative() || (perAttempt != null && !perAttempt.isPositive())) {
      throw new IllegalArgumentException(
          "attempts of %s, %s at least".formatted(perAttempt, minAttempt));
    }
    on = List.copyOf(on);
    statuses = List.copyOf(statuses);
  }

  /** Whether another attempt may follow at all. */
  public boolean mayRetry() {
    return attempts > 1;
  }

  /** Whether this kind of failure is one that is tried again. */
  boolean covers(Failure failure) {
    return switch (failure.trigger()) {
      case CONNECT_FAILURE -> on.contains(On.CONNECT_FAILURE);
      case UNPROCESSED -> on.contains(On.UNPROCESSED);
      case STALE_CONNECTION -> on.contains(On.STALE_CONNECTION);
      case RESET -> on.contains(On.RESET);
      case TIMEOUT -> on.contains(On.TIMEOUT);
      case STATUS -> statuses.contains(failure.status());
    };
  }
}
