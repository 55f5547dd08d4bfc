package io.sluice.edge;

import io.sluice.options.Key;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request that goes to several backends at once, each with its own share of the time, its own
 * retries and its own breaker.
 *
 * @param answer how many have to succeed
 * @param targets at least one
 */
public record FanoutOptions(
    @Key(
            value =
                "How many targets have to succeed: all, any, or quorum (more than half). With fewer"
                    + " the answer is 503; else 200 where all did, 207 where not all did.",
            byDefault = "all")
        Rule answer,
    @Key(value = "Who gets the request, all at once.", min = "1", max = "20")
        List<TargetOptions> targets) {

  /** How many have to succeed. */
  public enum Rule {
    ALL,
    ANY,
    QUORUM;

    /** Whether so many of so many are enough. */
    boolean isMet(int succeeded, int all) {
      return switch (this) {
        case ALL -> succeeded == all;
        case ANY -> succeeded > 0;
        case QUORUM -> 2 * succeeded > all;
      };
    }
  }

  public FanoutOptions {
    targets = List.copyOf(targets);
  }

  /**
   * One of those who get the request.
   *
   * @param name unique among them; the key of its result
   * @param backend name of one with endpoints
   * @param path where; null for the request's own path and query
   * @param timeout longest time it may take, pauses and all; null for the request's
   */
  public record TargetOptions(
      @Key(
              value = "Its name in the answer, the log and the metrics.",
              pattern = "[a-z0-9][a-z0-9-]{0,62}",
              expected = "up to 63 lower-case letters, digits and dashes")
          String name,
      @Key(
              value = "Backend that answers it, one with endpoints.",
              expected = "the name of a backend")
          String backend,
      @Key(
              value = "Where the request goes there; its own path and query if left out.",
              optional = true,
              pattern = "/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*",
              expected = "a path such as /notifications/mail")
          @Nullable String path,
      @Key(
              value = "Longest time it may take; the request's if left out.",
              optional = true,
              min = "1ms",
              max = "10m")
          @Nullable Duration timeout) {}
}
