package io.sluice.journey;

import io.sluice.admit.Lane;
import io.sluice.admit.ServiceTime;
import io.sluice.admit.Shed;
import io.sluice.exchange.RetryHint;
import io.sluice.hint.Hints;
import io.sluice.time.Randomness;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one route are judged by.
 *
 * @param lane who admits them
 * @param serviceTime what they have been measured to take
 * @param hints when the refused should come back
 * @param randomness the draws that spread them
 */
public record Policies(Lane lane, ServiceTime serviceTime, Hints hints, Randomness randomness) {
  /** Draws the hint that goes with a refusal; null if coming back cannot help. */
  @Nullable RetryHint hint(Shed shed, long floorMillis) {
    if (!shed.worthRetrying()) {
      return null;
    }
    double draw = randomness.draw();
    return hints.hint(shed.drainNanos(), shed.spreadNanos(), shed.level(), floorMillis, draw);
  }
}
