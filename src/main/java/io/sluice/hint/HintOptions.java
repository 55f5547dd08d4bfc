package io.sluice.hint;

import io.sluice.options.Key;
import java.time.Duration;

/**
 * Bounds of what refused clients are told.
 *
 * @param max cap of the base wait before jitter
 * @param jitter width of the draw that clients are asked to add; less than a second leaves those
 *     who only read whole seconds lined up on them, more piles them up in the middle wherever it is
 *     about as wide as the server's own draw
 */
public record HintOptions(
    @Key(value = "Cap of the base wait, before jitter.", byDefault = "30s", min = "1s", max = "10m")
        Duration max,
    @Key(
            value =
                "Width of the uniform draw clients are asked to add; a second spreads those who only"
                    + " read the whole seconds of Retry-After.",
            byDefault = "1s",
            min = "0ms",
            max = "1m")
        Duration jitter) {
  public static final HintOptions DEFAULT =
      new HintOptions(Duration.ofSeconds(30), Duration.ofSeconds(1));
}
