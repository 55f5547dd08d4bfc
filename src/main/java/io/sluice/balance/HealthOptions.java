package io.sluice.balance;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;

/**
 * How endpoints are asked for their health, beside the requests.
 *
 * @param path what is asked for, with GET
 * @param interval from one check to the next
 * @param jitter how much longer or shorter that may be
 * @param timeout longest wait for the head of an answer
 * @param rise checks in a row that bring an endpoint back
 * @param fall failed checks in a row that take it out
 * @param status of a healthy endpoint
 */
public record HealthOptions(
    @Key(
            value = "What is asked for, with GET.",
            pattern = "/[!-~]{0,1000}",
            expected = "a path such as /healthz")
        String path,
    @Key(value = "From one check to the next.", byDefault = "5s", min = "50ms", max = "10m")
        Duration interval,
    @Key(
            value = "How much longer or shorter that is, by chance, so that checks spread.",
            byDefault = "10%")
        Share jitter,
    @Key(
            value = "Longest wait for the answer; at most the interval.",
            byDefault = "1s",
            min = "10ms",
            max = "1m")
        Duration timeout,
    @Key(
            value = "Good checks in a row that bring an endpoint back.",
            byDefault = "2",
            min = "1",
            max = "100")
        int rise,
    @Key(
            value = "Failed checks in a row that take it out.",
            byDefault = "3",
            min = "1",
            max = "100")
        int fall,
    @Key(
            value = "The statuses of a healthy endpoint: one, or a range.",
            byDefault = "200-299",
            pattern = "[1-5]\\d\\d(-[1-5]\\d\\d)?",
            expected = "a status or a range of them, such as 200 or 200-399")
        String status) {

  /** Whether an endpoint that answers so is healthy. */
  public boolean isGood(int answered) {
    return lowest() <= answered && answered <= highest();
  }

  /** Whether there is a status that is. */
  public boolean isAnyGood() {
    return lowest() <= highest();
  }

  private int lowest() {
    return Integer.parseInt(status, 0, 3, 10);
  }

  private int highest() {
    return Integer.parseInt(status, status.length() - 3, status.length(), 10);
  }

  /**
   * From one check to the next.
   *
   * @param draw from [0, 1)
   */
  public long nextNanos(double draw) {
    return (long) (interval.toNanos() * (1 + jitter.fraction() * (2 * draw - 1)));
  }
}
