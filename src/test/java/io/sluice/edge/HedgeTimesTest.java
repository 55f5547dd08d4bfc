package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HedgeTimesTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1000 * MILLI;

  /** Shortly before it wraps, where only subtraction compares rightly. */
  private long nowNanos = Long.MAX_VALUE - 5 * SECOND;

  private final HedgeTimes times = new HedgeTimes(0.9, nowNanos);

  private void took(int count, long nanos) {
    for (int i = 0; i < count; i++) {
      times.took(nanos, nowNanos);
    }
  }

  @Test
  void nothingMeasured_isUnknown() {
    assertThat(times.nanos(nowNanos)).isZero();
  }

  @Test
  void percentile_isOfWhatWasMeasured_asOfTheLastSecond() {
    took(95, 10 * MILLI);
    took(5, 500 * MILLI);
    assertThat(times.nanos(nowNanos)).isCloseTo(10 * MILLI, within(MILLI / 5));

    took(50, 500 * MILLI);
    assertThat(times.nanos(nowNanos)).as("computed once a second").isLessThan(11 * MILLI);
    nowNanos += SECOND;
    assertThat(times.nanos(nowNanos)).isCloseTo(500 * MILLI, within(10 * MILLI));
  }

  @Test
  void whatIsOlderThanTwentySeconds_isForgotten() {
    took(100, 500 * MILLI);
    nowNanos += 11 * SECOND;
    took(100, 10 * MILLI);
    assertThat(times.nanos(nowNanos)).as("of both windows").isGreaterThan(400 * MILLI);
    nowNanos += 11 * SECOND;
    took(1, 10 * MILLI);
    assertThat(times.nanos(nowNanos)).isCloseTo(10 * MILLI, within(MILLI / 5));
    nowNanos += 30 * SECOND;
    assertThat(times.nanos(nowNanos)).as("after a long silence").isZero();
  }

  @Test
  void withoutAPercentile_nothingIsMeasured() {
    var off = new HedgeTimes(0, nowNanos);
    off.took(MILLI, nowNanos);
    assertThat(off.nanos(nowNanos)).isZero();
  }
}
