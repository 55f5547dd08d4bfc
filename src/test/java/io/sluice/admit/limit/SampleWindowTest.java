package io.sluice.admit.limit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SampleWindowTest {
  private static final long MILLI = 1_000_000;

  /** Any instant will do, also one before which the clock turns over. */
  private final long start = new Random().nextLong();

  private final SampleWindow window = new SampleWindow(start);

  private void measure(int calls, long millis) {
    for (int i = 0; i < calls; i++) {
      window.measured(millis * MILLI, 1);
    }
  }

  @Test
  void aWindow_needsBothItsTimeAndItsSamples() {
    measure(50, 10);
    assertThat(window.closeIfFull(start + 249 * MILLI)).isNull();
    assertThat(window.closeIfFull(start + 250 * MILLI)).isNotNull();
    measure(49, 10);
    assertThat(window.closeIfFull(start + 4_000 * MILLI)).isNull();
  }

  @Test
  void aWindow_isCutAfterFiveSeconds_whateverItHas() {
    measure(3, 10);
    Sample closed = requireNonNull(window.closeIfFull(start + 5_000 * MILLI));
    assertThat(closed.samples()).isEqualTo(3);
    Sample empty = requireNonNull(window.closeIfFull(start + 10_000 * MILLI));
    assertThat(empty.samples()).isZero();
    assertThat(empty.medianNanos()).isZero();
  }

  @Test
  void median_isExactToAHundredth() {
    measure(30, 10);
    measure(31, 90);
    Sample closed = requireNonNull(window.closeIfFull(start + 300 * MILLI));
    assertThat(closed.medianNanos() / 90e6).isCloseTo(1, within(0.01));
  }

  @Test
  void meanInFlight_isWeightedByTime() {
    window.inFlight(10, start);
    window.inFlight(30, start + 100 * MILLI);
    measure(50, 10);
    Sample closed = requireNonNull(window.closeIfFull(start + 400 * MILLI));
    assertThat(closed.meanInFlight()).isCloseTo((10 * 100 + 30 * 300) / 400.0, within(1e-9));
    assertThat(closed.peakInFlight()).isEqualTo(30);
  }

  @Test
  void whatIsInFlight_isInFlightInTheNextWindowToo() {
    window.inFlight(10, start);
    measure(50, 10);
    window.closeIfFull(start + 250 * MILLI);
    measure(50, 10);
    Sample closed = requireNonNull(window.closeIfFull(start + 500 * MILLI));
    assertThat(closed.meanInFlight()).isCloseTo(10, within(1e-9));
    assertThat(closed.peakInFlight()).isEqualTo(10);
  }

  @Test
  void readingsOfTheClockOutOfTurn_doNoHarm() {
    window.inFlight(10, start + 100 * MILLI);
    window.inFlight(20, start + 90 * MILLI);
    measure(50, 10);
    Sample closed = requireNonNull(window.closeIfFull(start + 300 * MILLI));
    assertThat(closed.meanInFlight()).isCloseTo(20 * 200 / 300.0, within(1e-9));
  }

  @Test
  void saturationAndDrops_belongToTheirWindow() {
    window.saturated();
    window.dropped();
    measure(50, 10);
    Sample first = requireNonNull(window.closeIfFull(start + 250 * MILLI));
    assertThat(first.saturated()).isTrue();
    assertThat(first.drops()).isEqualTo(1);
    measure(50, 10);
    Sample second = requireNonNull(window.closeIfFull(start + 500 * MILLI));
    assertThat(second.saturated()).isFalse();
    assertThat(second.drops()).isZero();
  }

  @Test
  void throughput_countsWeight() {
    for (int i = 0; i < 50; i++) {
      window.measured(10 * MILLI, 3);
    }
    Sample closed = requireNonNull(window.closeIfFull(start + 500 * MILLI));
    assertThat(closed.perSecond()).isCloseTo(300, within(1e-9));
    assertThat(closed.samples()).isEqualTo(50);
  }
}
