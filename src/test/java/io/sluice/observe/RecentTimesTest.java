package io.sluice.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RecentTimesTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  // Monotonic clocks start anywhere, also just before they overflow.
  private final long start = random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - 5 * SECOND;
  private final RecentTimes times = new RecentTimes();

  @Test
  void percentiles_areWithinOnePercent_ofThoseOfTheSortedDurations() {
    var durations = new ArrayList<Long>();
    for (int i = 0; i < 10_000; i++) {
      long duration = (long) Math.exp(random.nextDouble(Math.log(50_000), Math.log(20e9)));
      durations.add(duration);
      times.record(duration, start + i * 100_000L);
    }
    durations.sort(null);
    Percentiles seen = times.percentiles(start + SECOND);

    assertThat(seen.count()).isEqualTo(10_000);
    assertThat(seen.nanos(Quantile.P1))
        .as("seed %d", seed)
        .isCloseTo(durations.get(99), ONE_PERCENT);
    assertThat(seen.nanos(Quantile.P10)).isCloseTo(durations.get(999), ONE_PERCENT);
    assertThat(seen.nanos(Quantile.P50)).isCloseTo(durations.get(4_999), ONE_PERCENT);
    assertThat(seen.nanos(Quantile.P90)).isCloseTo(durations.get(8_999), ONE_PERCENT);
    assertThat(seen.nanos(Quantile.P99)).isCloseTo(durations.get(9_899), ONE_PERCENT);
    assertThat(seen.nanos(Quantile.MAX)).isCloseTo(durations.get(9_999), ONE_PERCENT);
  }

  @Test
  void percentiles_areNotANumber_whenNothingWasRecorded() {
    Percentiles none = times.percentiles(start);

    assertThat(none.count()).isZero();
    assertThat(none.seconds(Quantile.P99)).isNaN();
  }

  @Test
  void percentiles_keepADuration_forAtLeastTenAndLessThanTwentySeconds() {
    times.record(MILLI, start);
    times.record(2 * MILLI, start + 9 * SECOND);
    times.record(3 * MILLI, start + 12 * SECOND);
    times.record(4 * MILLI, start + 19 * SECOND);

    assertThat(times.percentiles(start + 19 * SECOND).count()).isEqualTo(4);

    times.record(5 * MILLI, start + 20 * SECOND);
    Percentiles later = times.percentiles(start + 20 * SECOND);
    assertThat(later.count()).isEqualTo(3);
    assertThat(later.nanos(Quantile.P1)).isCloseTo(3 * MILLI, ONE_PERCENT);
  }

  @Test
  void percentiles_forgetWithTime_alsoWhenNothingMoreIsRecorded() {
    times.record(MILLI, start);

    assertThat(times.percentiles(start + 20 * SECOND - 1).count()).isEqualTo(1);
    assertThat(times.percentiles(start + 20 * SECOND).count()).isZero();
    assertThat(times.percentiles(start + 3_600 * SECOND).count()).isZero();
  }

  @Test
  void record_startsAfresh_afterALongSilence() {
    times.record(MILLI, start);
    times.record(7 * MILLI, start + 100 * SECOND);

    Percentiles seen = times.percentiles(start + 100 * SECOND);
    assertThat(seen.count()).isEqualTo(1);
    assertThat(seen.nanos(Quantile.P50)).isCloseTo(7 * MILLI, ONE_PERCENT);
  }

  @Test
  void percentiles_changeNothing_howeverOftenTheyAreRead() {
    times.record(MILLI, start);
    times.percentiles(start + 100 * SECOND);
    times.percentiles(start + SECOND);

    assertThat(times.percentiles(start + 2 * SECOND).count()).isEqualTo(1);
  }

  @Test
  void record_countsAnything_howeverShortLongOrNegative() {
    times.record(-5, start);
    times.record(0, start);
    times.record(Long.MAX_VALUE, start);
    times.record(Long.MIN_VALUE, start);

    Percentiles seen = times.percentiles(start);
    assertThat(seen.count()).isEqualTo(4);
    assertThat(seen.seconds(Quantile.P50)).isCloseTo(0, within(1e-6));
    assertThat(seen.seconds(Quantile.MAX)).isCloseTo(3_600, ONE_PERCENT);
  }

  @Test
  void record_losesNothing_whenSeveralThreadsRecordAcrossAWindowsEnd() throws Exception {
    int threads = 4;
    int each = 50_000;
    times.record(MILLI, start);
    var go = new CountDownLatch(1);
    try (var pool = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var done = new ArrayList<Future<?>>();
      for (int t = 0; t < threads; t++) {
        done.add(
            pool.submit(
                () -> {
                  go.await();
                  for (int i = 0; i < each; i++) {
                    // Half before the end of the first window, half after it.
                    times.record(MILLI, start + RecentTimes.WINDOW_NANOS - each / 2 + i);
                  }
                  return null;
                }));
      }
      go.countDown();
      for (Future<?> one : done) {
        one.get();
      }
    }
    assertThat(times.percentiles(start + RecentTimes.WINDOW_NANOS + each).count())
        .isEqualTo(1 + (long) threads * each);
  }
}
