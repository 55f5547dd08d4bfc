package io.sluice.journey;

import io.sluice.admit.Lane;
import io.sluice.admit.ServiceTime;
import io.sluice.admit.Shed;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
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
 * @param streams how many of them may be open as streams
 * @param backend what their calls are judged by
 */
public record Policies(
    Lane lane,
    ServiceTime serviceTime,
    Hints hints,
    Randomness randomness,
    StreamSlots streams,
    BackendPolicies backend) {
  /** Nothing is known of when a stream will close, and it is not soon. */
  private static final long STREAM_CLOSES_NANOS = 1_000_000_000;

  /**
   * Whether waiting for the backend would only add to its bill: its breaker is not closed, it says
   * that it is exhausted, or what it bears is well below the usual.
   */
  boolean isBackendGoingUnder(long nowNanos) {
    return backend.isGoingUnder(nowNanos) || lane.isShrunk();
  }

  /** Draws the hint that goes with a refusal; null if coming back cannot help. */
  @Nullable RetryHint hint(Shed shed, long floorMillis) {
    if (!shed.worthRetrying()) {
      return null;
    }
    double draw = randomness.draw();
    return hints.hint(shed.drainNanos(), shed.spreadNanos(), shed.level(), floorMillis, draw);
  }

  /** The refusal of a backend that its breaker keeps everyone from, for so long. */
  Outcome.Refused breakerOpen(long openForNanos) {
    RetryHint hint = hints.hint(openForNanos, 0, 0, 0, randomness.draw());
    return new Outcome.Refused(Reason.BREAKER_OPEN, hint, 0, 0, 0);
  }

  /** The refusal of one stream too many; without a hint where there never are any. */
  Outcome.Refused streamsFull(long floorMillis) {
    RetryHint hint =
        streams.limit() == 0
            ? null
            : hints.hint(STREAM_CLOSES_NANOS, 0, 0, floorMillis, randomness.draw());
    return new Outcome.Refused(Reason.STREAMS_FULL, hint, streams.held(), streams.limit(), 0);
  }
}
