package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BaselineTest {
  private static final long MILLI = 1_000_000;
  private final Baseline baseline = new Baseline();

  @Test
  void firstWindow_isTheFirstGuess() {
    baseline.fallTo(10 * MILLI);
    assertThat(baseline.nanos()).isEqualTo(10e6);
  }

  @Test
  void saturatedWindows_neverRaiseIt() {
    baseline.fallTo(10 * MILLI);
    for (int i = 0; i < 1000; i++) {
      baseline.fallTo(40 * MILLI);
    }
    assertThat(baseline.nanos()).isEqualTo(10e6);
  }

  @Test
  void aClearlyFasterBackend_movesItAtOnce_andSaysSo() {
    baseline.fallTo(40 * MILLI);
    assertThat(baseline.fallTo(10 * MILLI)).isTrue();
    assertThat(baseline.nanos()).isEqualTo(10e6);
  }

  @Test
  void unsaturatedWindows_teachItBothWays() {
    baseline.learn(10 * MILLI);
    for (int i = 0; i < 100; i++) {
      baseline.learn(12 * MILLI);
    }
    assertThat(baseline.nanos()).isCloseTo(12e6, within(1e3));
  }

  @Test
  void noiseOfSaturatedWindows_dragsItDownByLess_thanTheirMinimumWould() {
    long seed = System.nanoTime();
    System.out.println("baseline: -Dsluice.seed=" + seed);
    var random = new Random(seed);
    double lowest = Double.MAX_VALUE;
    for (int i = 0; i < 500; i++) {
      long median = (long) (10e6 * (1 + 0.07 * random.nextGaussian()));
      lowest = Math.min(lowest, (double) median);
      baseline.fallTo(median);
    }
    assertThat(baseline.nanos()).isBetween(lowest, 10e6);
    assertThat(10e6 - baseline.nanos()).isLessThan(0.85 * (10e6 - lowest));
  }

  @Test
  void aTrial_setsIt() {
    baseline.fallTo(10 * MILLI);
    baseline.set(25e6);
    assertThat(baseline.nanos()).isEqualTo(25e6);
  }
}
