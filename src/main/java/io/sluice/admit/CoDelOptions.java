package io.sluice.admit;

import io.sluice.options.Key;
import java.time.Duration;

/**
 * When a lane's P1 counts as overloaded, and is served newest first.
 *
 * @param target a sojourn above this is too long, or above the expected service time if that is
 *     longer
 * @param interval how long every sojourn has to be too long
 * @param mode whether P1 turns, or that it would is only shown
 */
public record CoDelOptions(
    @Key(
            value =
                "A wait above this, or above the expected service time if that is longer, is too long.",
            byDefault = "5ms",
            min = "1ms",
            max = "10s")
        Duration target,
    @Key(
            value =
                "P1 turns newest first when every wait within this time has been too long, and back"
                    + " with the first that is not.",
            byDefault = "100ms",
            min = "10ms",
            max = "1m")
        Duration interval,
    @Key(
            value =
                "enforce, shadow (computed and shown, P1 stays first come, first served) or off.",
            byDefault = "enforce")
        PolicyMode mode) {

  /** 5 ms over 100 ms, as in the paper. */
  public static final CoDelOptions DEFAULT =
      new CoDelOptions(Duration.ofMillis(5), Duration.ofMillis(100), PolicyMode.ENFORCE);
}
