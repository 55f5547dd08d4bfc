package io.sluice.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * The load and the pool of the rejection experiment.
 *
 * @param rate arrivals a second, evenly spaced, 1 to 100,000
 * @param seconds for how long, 0.1 to 600
 * @param workers threads, 1 to 1024
 * @param queue places in front of them, 1 to 100,000
 * @param serviceMillis how long a task holds its thread, 0.1 to 10,000
 * @param retries how often a refused submission is repeated at once in the mode that does, 1 to 100
 */
public record RejectionOptions(
    double rate, double seconds, int workers, int queue, double serviceMillis, int retries) {
  private static final double MOST_REQUESTS = 5_000_000;

  /** The reference scenario: 8 workers of 6 ms, a queue of 64, 2000/s for 5 s, 3 retries. */
  public static final RejectionOptions REFERENCE = new RejectionOptions(2000, 5, 8, 64, 6, 3);

  public RejectionOptions {
    within("rate", rate, 1, 100_000);
    within("seconds", seconds, 0.1, 600);
    within("workers", workers, 1, 1024);
    within("queue", queue, 1, 100_000);
    within("service-ms", serviceMillis, 0.1, 10_000);
    within("retries", retries, 1, 100);
    if (rate * seconds > MOST_REQUESTS) {
      throw new IllegalArgumentException(
          "rate x seconds: %.0f requests (expected: at most %.0f)"
              .formatted(rate * seconds, MOST_REQUESTS));
    }
  }

  /** How many requests arrive. */
  @JsonProperty
  public int requests() {
    return (int) Math.round(rate * seconds);
  }

  /** Tasks that the pool holds at most, running or queued. */
  int places() {
    return workers + queue;
  }

  long serviceNanos() {
    return Math.round(serviceMillis * 1e6);
  }

  /** When, after the first, a request is due. */
  long offsetNanos(int request) {
    return Math.round(request * 1e9 / rate);
  }

  Duration window() {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static void within(String name, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          "--%s: %s (expected: %s..%s)".formatted(name, plain(value), plain(min), plain(max)));
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
