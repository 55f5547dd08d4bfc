package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulate.scenario.ClientOptions;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ArrivalModelTest {
  private static final long START = -3_000_000_000L;
  private static final long SECOND = 1_000_000_000L;

  /** How many come in each of these seconds. */
  private static int[] perSecond(String client, int seconds) {
    ClientOptions options =
        Scenarios.of("lasts: 1000s", "limit: 4", "servers: 1", "read", client).clients().getFirst();
    var model = new ArrivalModel(options, START, new SplittableRandom(3));
    var counts = new int[seconds];
    long now = START + model.nextNanos(START);
    while (now - START < seconds * SECOND) {
      counts[(int) ((now - START) / SECOND)]++;
      now += model.nextNanos(now);
    }
    return counts;
  }

  private static double mean(int[] counts, int from, int until) {
    double sum = 0;
    for (int i = from; i < until; i++) {
      sum += counts[i];
    }
    return sum / (until - from);
  }

  @Test
  void constant_isEven() {
    for (int count : perSecond("rate: 250, arrivals: constant", 10)) {
      assertThat(count).isBetween(249, 250);
    }
  }

  @Test
  void poisson_hasItsRateAsMeanAndAsVariance() {
    int[] counts = perSecond("rate: 200", 2000);
    double mean = mean(counts, 0, 2000);
    assertThat(mean).isCloseTo(200, within(1.5));
    double variance = 0;
    for (int count : counts) {
      variance += (count - mean) * (count - mean) / counts.length;
    }
    assertThat(variance).isCloseTo(200, within(25.0));
  }

  @Test
  void burst_comesAtOnce() {
    int[] counts = perSecond("rate: 50, arrivals: burst, period: 2s", 10);
    assertThat(counts).containsExactly(0, 0, 100, 0, 100, 0, 100, 0, 100, 0);
  }

  @Test
  void step_risesAndFallsBack() {
    int[] counts = perSecond("rate: 100, arrivals: step, peak: 1000, from: 100s, until: 200s", 300);
    assertThat(mean(counts, 0, 100)).isCloseTo(100, within(5.0));
    assertThat(mean(counts, 100, 200)).isCloseTo(1000, within(15.0));
    assertThat(mean(counts, 200, 300)).isCloseTo(100, within(5.0));
  }

  @Test
  void flash_halvesEveryPeriod() {
    int[] counts = perSecond("rate: 0, arrivals: flash, peak: 4000, from: 5s, period: 10s", 100);
    assertThat(mean(counts, 0, 5)).isZero();
    // ∫ 4000·2^(−t/10) over ten seconds is 4000 · 10/ln 2 · (1 − 1/2).
    double first = 4000 * 10 / Math.log(2) / 2;
    assertThat(mean(counts, 5, 15) * 10).isCloseTo(first, within(first * 0.03));
    assertThat(mean(counts, 15, 25) * 10).isCloseTo(first / 2, within(first * 0.03));
    assertThat(mean(counts, 25, 35) * 10).isCloseTo(first / 4, within(first * 0.03));
  }

  @Test
  void diurnal_isAWaveBetweenRateAndPeak() {
    int[] counts = perSecond("rate: 100, arrivals: diurnal, peak: 900, period: 100s", 1000);
    assertThat(mean(counts, 0, 1000)).isCloseTo(500, within(5.0));
    assertThat(mean(counts, 45, 55)).isCloseTo(900, within(40.0));
    assertThat(mean(counts, 95, 105)).isCloseTo(100, within(25.0));
  }

  @Test
  void nobody_neverComes() {
    assertThat(perSecond("rate: 0", 100)).containsOnly(0);
    assertThat(perSecond("rate: 0, arrivals: constant", 100)).containsOnly(0);
    assertThat(perSecond("rate: 0, arrivals: burst, period: 1s", 100)).containsOnly(0);
  }
}
