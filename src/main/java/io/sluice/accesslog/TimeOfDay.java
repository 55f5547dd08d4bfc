package io.sluice.accesslog;

import java.time.Instant;

/**
 * From the monotonic clock to the time of day. It is anchored once and then left alone while the
 * two clocks agree, so that the times between any two lines are true to the microsecond although
 * the time of day is being adjusted all along. Not thread-safe.
 */
final class TimeOfDay {
  /** As far as the two may drift apart. */
  static final long MOST_DRIFT_NANOS = 20_000_000;

  private long offsetNanos;

  TimeOfDay(Instant now, long nowNanos) {
    offsetNanos = offset(now, nowNanos);
  }

  /** Follows the time of day if that has been set, or has drifted away. */
  void compare(Instant now, long nowNanos) {
    long actual = offset(now, nowNanos);
    if (Math.abs(actual - offsetNanos) > MOST_DRIFT_NANOS) {
      offsetNanos = actual;
    }
  }

  /** Microseconds since 1970. */
  long epochMicros(long atNanos) {
    return Math.floorDiv(atNanos + offsetNanos, 1000L);
  }

  private static long offset(Instant now, long nowNanos) {
    return now.getEpochSecond() * 1_000_000_000L + now.getNano() - nowNanos;
  }
}
