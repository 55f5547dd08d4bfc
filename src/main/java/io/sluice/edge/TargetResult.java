package io.sluice.edge;

import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/**
 * What became of one target of a fan-out.
 *
 * @param status what it answered; 0 if nothing
 * @param reason why it did not answer; null if it did
 * @param attempts made at it
 * @param nanos how long it took, pauses and all
 */
record TargetResult(String target, int status, @Nullable Reason reason, int attempts, long nanos) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /** What it is counted as: the reason, or the class of its status. */
  String outcome() {
    return reason == null ? status / 100 + "xx" : reason.code();
  }

  // Names and codes are ours, and need no escaping.
  void appendTo(StringBuilder json) {
    json.append("{\"target\":\"").append(target);
    json.append("\",\"ok\":").append(isSuccess());
    if (status != 0) {
      json.append(",\"status\":").append(status);
    }
    if (reason != null) {
      json.append(",\"reason\":\"").append(reason.code()).append('"');
    }
    json.append(",\"attempts\":").append(attempts);
    json.append(",\"millis\":").append(nanos / NANOS_PER_MILLI).append('}');
  }
}
