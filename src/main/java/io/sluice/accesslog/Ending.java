package io.sluice.accesslog;

import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended.
 *
 * @param atNanos on the gateway's monotonic clock
 * @param status what the client was told, or would have been
 * @param reason why it did not get the backend's own answer; null if it did
 * @param bytesIn of its body, read
 * @param bytesOut of its answer's body, written
 */
public record Ending(
    long atNanos, int status, @Nullable Reason reason, long bytesIn, long bytesOut) {}
