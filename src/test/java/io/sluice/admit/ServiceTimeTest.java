package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ServiceTimeTest {
  private final long startNanos = Seed.printed("service time").nextLong();
  private final ServiceTime service = new ServiceTime();

  @Test
  void nothingIsExpected_beforeTheFirstSample() {
    assertThat(service.expectedNanos(startNanos)).isZero();
  }

  @Test
  void firstSample_isTheEstimate() {
    service.record(30 * MILLIS, startNanos);
    assertThat(service.expectedNanos(startNanos)).isEqualTo(30 * MILLIS);
  }

  @Test
  void estimateFollows_whenTheServiceTimeDoubles() {
    record(100, 6 * MILLIS, 5 * MILLIS, startNanos);
    long nowNanos = record(64, 12 * MILLIS, 5 * MILLIS, startNanos + 500 * MILLIS);
    assertThat(service.expectedNanos(nowNanos)).isCloseTo(12 * MILLIS, within(MILLIS));
  }

  @Test
  void oneCallGivenUp_movesTheEstimateALittle_andManyMoveItAllTheWay() {
    service.gaveUp(160 * MILLIS, startNanos);
    assertThat(service.expectedNanos(startNanos)).isEqualTo(10 * MILLIS);
    for (int i = 0; i < 200; i++) {
      service.gaveUp(160 * MILLIS, startNanos);
    }
    assertThat(service.expectedNanos(startNanos)).isCloseTo(160 * MILLIS, within(MILLIS));
  }

  @Test
  void callGivenUpSoonerThanExpected_saysNothing() {
    service.record(30 * MILLIS, startNanos);
    service.gaveUp(20 * MILLIS, startNanos);
    assertThat(service.expectedNanos(startNanos)).isEqualTo(30 * MILLIS);
  }

  @Test
  void silence_halvesTheEstimateEverySecond() {
    service.record(8 * SECONDS, startNanos);
    assertThat(service.expectedNanos(startNanos + 999 * MILLIS)).isEqualTo(8 * SECONDS);
    assertThat(service.expectedNanos(startNanos + SECONDS)).isEqualTo(4 * SECONDS);
    assertThat(service.expectedNanos(startNanos + 3 * SECONDS)).isEqualTo(SECONDS);
    assertThat(service.expectedNanos(startNanos + 1000 * SECONDS)).isZero();
  }

  @Test
  void sampleAfterASilence_doesNotBringBackWhatWasForgotten() {
    // Five seconds, and deadlines of one: only the silence lets a request through again.
    long nowNanos = record(100, 5 * SECONDS, 5 * MILLIS, startNanos) + 3 * SECONDS;
    service.record(10 * MILLIS, nowNanos);
    assertThat(service.expectedNanos(nowNanos)).isLessThan(SECONDS);
  }

  @Test
  void rareSamples_areBelievedWhole() {
    long nowNanos = record(5, 100 * MILLIS, 20 * SECONDS, startNanos);
    service.record(100 * MILLIS, nowNanos);
    assertThat(service.expectedNanos(nowNanos)).isCloseTo(100 * MILLIS, within(MILLIS));
  }

  @Test
  void timeGoingBackwardsAMoment_betweenThreads_changesNothing() {
    service.record(10 * MILLIS, startNanos);
    assertThat(service.expectedNanos(startNanos - 10)).isEqualTo(10 * MILLIS);
  }

  private long record(int samples, long serviceNanos, long everyNanos, long fromNanos) {
    long nowNanos = fromNanos;
    for (int i = 0; i < samples; i++) {
      service.record(serviceNanos, nowNanos);
      nowNanos += everyNanos;
    }
    return nowNanos;
  }
}
