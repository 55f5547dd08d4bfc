package io.sluice.simulate.replay;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/**
 * One request as a log has it.
 *
 * @param atMicros when it came, since 1970
 * @param route that took it; null where the log does not say
 * @param tier it had, likewise
 * @param method null if unknown
 * @param path null if unknown
 * @param deadlineMicros time it had at arrival; {@link #UNKNOWN} where the log does not say
 * @param serviceMicros what the backend took; {@link #UNKNOWN} where it was never asked, or never
 *     answered
 * @param status what the client was told
 * @param reason why it got no answer of the backend's; null if it did, or if the log does not say
 * @param totalMicros from arrival to the end; {@link #UNKNOWN} where the log does not say
 */
public record Recorded(
    long atMicros,
    @Nullable String route,
    @Nullable Tier tier,
    @Nullable String method,
    @Nullable String path,
    long deadlineMicros,
    long serviceMicros,
    int status,
    @Nullable Reason reason,
    long totalMicros) {
  /** In the place of a time the log does not tell. */
  public static final long UNKNOWN = -1;

  boolean wasServed() {
    return serviceMicros != UNKNOWN;
  }

  boolean wasRefused() {
    return reason != null && reason.family() == Reason.Family.SHED;
  }

  Recorded at(long otherMicros) {
    return new Recorded(
        otherMicros,
        route,
        tier,
        method,
        path,
        deadlineMicros,
        serviceMicros,
        status,
        reason,
        totalMicros);
  }
}
