package io.sluice.balance;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;

/**
 * When an endpoint that fails gets no requests for a while.
 *
 * @param failures in a row; 0 for never
 * @param base how long the first time; twice as long each time it fails again
 * @param max longest time
 * @param maxEjected share of the endpoints that may be out at once for their failures
 * @param panic below this share of available endpoints all of them are used
 * @param silence a call that timed out counts only if its endpoint was silent for this long
 */
public record EjectionOptions(
    @Key(
            value =
                "An endpoint that fails this often in a row gets no requests for a while; 0 for never.",
            byDefault = "5",
            min = "0",
            max = "1000")
        int failures,
    @Key(
            value = "For how long the first time; twice as long each time it fails again.",
            byDefault = "1s",
            min = "10ms",
            max = "1h")
        Duration base,
    @Key(value = "For how long at most.", byDefault = "60s", min = "10ms", max = "24h")
        Duration max,
    @Key(
            value =
                "Share of the endpoints that may be out at once for their failures, rounded down; a"
                    + " single endpoint never is.",
            byDefault = "50%")
        Share maxEjected,
    @Key(
            value =
                "When less than this share of the endpoints is available, all are used; 0% for never.",
            byDefault = "30%")
        Share panic,
    @Key(
            value =
                "A call that ran out of time is a failure of its endpoint only if that answered nobody"
                    + " since it began, and for at least this long.",
            byDefault = "250ms",
            min = "1ms",
            max = "10m")
        Duration silence) {

  /** Five in a row, 1 s to 60 s, at most half of them. */
  public static final EjectionOptions DEFAULT =
      new EjectionOptions(
          5,
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          new Share(0.5),
          new Share(0.3),
          Duration.ofMillis(250));

  /** How many of so many may be out at once. */
  int mostOf(int endpoints) {
    return (int) Math.floor(maxEjected.fraction() * endpoints + 1e-9);
  }

  /** Whether so few are available that all have to be used. */
  boolean isPanic(int available, int endpoints) {
    return available < panic.fraction() * endpoints - 1e-9;
  }
}
