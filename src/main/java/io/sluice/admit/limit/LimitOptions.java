package io.sluice.admit.limit;

import io.sluice.options.Key;
import java.time.Duration;

/**
 * How a lane's limit moves, where it is not a fixed number.
 *
 * @param algorithm which rule moves it
 * @param mode whether it is enforced or only shown
 * @param min smallest limit
 * @param max largest limit
 * @param initial where it starts
 * @param maxHealthyLatency a median above it always shrinks the limit: the only bound on a backend
 *     that answers everything equally late
 */
public record LimitOptions(
    @Key(
            value =
                "Which rule moves the limit: vegas (guarded), gradient (Gradient2-like), aimd, or fixed.",
            byDefault = "vegas")
        Algorithm algorithm,
    @Key(
            value =
                "enforce, or shadow: computed and shown, while the lane's number stays in force.",
            byDefault = "enforce")
        Mode mode,
    @Key(value = "Smallest limit.", byDefault = "4", min = "4", max = "100000") int min,
    @Key(value = "Largest limit.", byDefault = "200", min = "4", max = "100000") int max,
    @Key(value = "Where it starts.", byDefault = "20", min = "4", max = "100000") int initial,
    @Key(
            value =
                "A median time to the response head above this always shrinks the limit: the only bound"
                    + " on a backend that answers everything equally late.",
            byDefault = "1s",
            min = "1ms",
            max = "10m")
        Duration maxHealthyLatency) {
  /** Which rule moves a limit. */
  public enum Algorithm {
    VEGAS,
    GRADIENT,
    AIMD,
    FIXED
  }

  /** What becomes of a policy's decisions. */
  public enum Mode {
    ENFORCE,
    SHADOW
  }

  public static final LimitOptions DEFAULT =
      new LimitOptions(Algorithm.VEGAS, Mode.ENFORCE, 4, 200, 20, Duration.ofSeconds(1));
}
