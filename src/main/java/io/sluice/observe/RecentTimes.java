package io.sluice.observe;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Durations of the last 10 to 20 seconds, as a histogram.
 *
 * <p>Two windows of 10 s: the one that is being filled and the one before. Whoever records the
 * first duration after a window's end starts the next, with a fresh histogram: none is ever
 * cleared, so a writer that was held up can at worst count into the window before. Reading changes
 * nothing; any number of readers see the same. From 1 µs to 1 h, what is longer counts as 1 h; two
 * significant digits, which makes 2 × 28 KiB once something has been recorded, and nothing before.
 *
 * <p>Any thread may record and read. Recording takes two atomic additions and no lock.
 */
final class RecentTimes {
  static final long WINDOW_NANOS = 10_000_000_000L;
  private static final long SHORTEST_NANOS = 1_000L;
  private static final long LONGEST_NANOS = 3_600_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 2;

  private final AtomicReference<@Nullable Window> window = new AtomicReference<>();

  private record Window(
      long endNanos, AtomicHistogram filling, @Nullable AtomicHistogram previous) {}

  void record(long durationNanos, long nowNanos) {
    Window current = window.get();
    if (current == null || nowNanos - current.endNanos >= 0) {
      current = next(current, nowNanos);
    }
    current.filling.recordValue(Math.clamp(durationNanos, 0, LONGEST_NANOS));
  }

  private Window next(@Nullable Window ended, long nowNanos) {
    var filling = new AtomicHistogram(SHORTEST_NANOS, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    boolean follows = ended != null && nowNanos - ended.endNanos < WINDOW_NANOS;
    Window started =
        follows && ended != null
            ? new Window(ended.endNanos + WINDOW_NANOS, filling, ended.filling)
            : new Window(nowNanos + WINDOW_NANOS, filling, null);
    return window.compareAndSet(ended, started) ? started : Objects.requireNonNull(window.get());
  }

  Percentiles percentiles(long nowNanos) {
    var sum = new Histogram(SHORTEST_NANOS, LONGEST_NANOS, SIGNIFICANT_DIGITS);
    Window latest = window.get();
    if (latest != null) {
      long sinceEndNanos = nowNanos - latest.endNanos;
      if (sinceEndNanos < WINDOW_NANOS) {
        sum.add(latest.filling);
      }
      if (sinceEndNanos < 0 && latest.previous != null) {
        sum.add(latest.previous);
      }
    }
    return new Percentiles(sum);
  }
}
