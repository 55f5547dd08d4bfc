package io.sluice.surge;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of a latency, in milliseconds; all zero where there were none.
 *
 * @param count how many were measured
 * @param p50Millis median
 * @param p99Millis 99th percentile
 * @param maxMillis the longest
 */
public record Latency(long count, double p50Millis, double p99Millis, double maxMillis) {
  private static final long HIGHEST_MICROS = 3_600_000_000L;
  private static final double MICROS_PER_MILLI = 1000.0;

  /** Microseconds up to an hour, to three digits. */
  static Histogram histogram() {
    return new Histogram(HIGHEST_MICROS, 3);
  }

  /** What may be recorded in such a histogram. */
  static long micros(long nanos) {
    return Math.clamp(nanos / 1000, 0, HIGHEST_MICROS);
  }

  static Latency of(Histogram micros) {
    return new Latency(
        micros.getTotalCount(),
        micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
        micros.getMaxValue() / MICROS_PER_MILLI);
  }
}
