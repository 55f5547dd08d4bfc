package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final long SECOND = 1_000_000_000L;
  private final long seed = RandomGenerator.getDefault().nextLong();

  @Test
  void nextOffsetNanos_isExact_forEvenlySpacedArrivals() {
    List<Long> offsets = offsets(Load.constant(2000, Duration.ofSeconds(5)));
    assertThat(offsets).hasSize(10_000);
    assertThat(offsets.getFirst()).isZero();
    assertThat(offsets.get(9_999)).isEqualTo(5 * SECOND - 500_000);
  }

  @Test
  void nextOffsetNanos_addsNoRoundingErrors_whenTheGapIsNoWholeNumber() {
    List<Long> offsets = offsets(Load.constant(3, Duration.ofSeconds(1000)));
    assertThat(offsets).hasSize(3000);
    assertThat(offsets.get(2997)).isBetween(999 * SECOND - 1, 999 * SECOND + 1);
  }

  @Test
  void nextOffsetNanos_goesSeamlesslyFromWarmUpToWindow_whenTheRateStays() {
    List<Long> offsets =
        offsets(Load.constant(1000, Duration.ofSeconds(1)).after(Duration.ofSeconds(2)));
    // Half a second's worth while it climbs for a second, then one and one more of all.
    assertThat(offsets).hasSize(2500);
    for (int i = 500; i < offsets.size(); i++) {
      assertThat(offsets.get(i)).isEqualTo(500_000_000L + i * 1_000_000L);
    }
  }

  @Test
  void nextOffsetNanos_climbsEvenly_inTheFirstHalfOfTheWarmUp() {
    List<Long> offsets =
        offsets(Load.constant(1000, Duration.ofSeconds(1)).after(Duration.ofSeconds(2)));
    assertThat(countBetween(offsets, 0, SECOND / 4)).isBetween(31L, 33L);
    assertThat(countBetween(offsets, 0, SECOND / 2)).isBetween(124L, 126L);
    assertThat(countBetween(offsets, 0, SECOND)).isEqualTo(500);
    assertThat(offsets).isSorted();
  }

  @Test
  void nextOffsetNanos_changesTheRateAtTheWindow_whenWarmingUpSlowly() {
    List<Long> offsets =
        offsets(Load.constant(1000, Duration.ofSeconds(1)).after(Duration.ofSeconds(2), 10));
    assertThat(countBetween(offsets, SECOND, 2 * SECOND)).isEqualTo(10);
    assertThat(countBetween(offsets, 2 * SECOND, 3 * SECOND)).isEqualTo(1000);
  }

  @Test
  void nextOffsetNanos_hasPoissonCounts_forIndependentUsers() {
    // Counts per 10 ms of a Poisson process at 1000/s: mean 10, variance 10.
    int[] counts = new int[2000];
    List<Long> offsets =
        offsets(Load.poisson(1000, Duration.ofSeconds(10)).after(Duration.ofSeconds(20)));
    List<Long> steady = offsets.stream().filter(offset -> offset >= 10 * SECOND).toList();
    steady.forEach(offset -> counts[(int) ((offset - 10 * SECOND) / 10_000_000)]++);
    double mean = steady.size() / 2000.0;
    double variance = 0;
    for (int count : counts) {
      variance += (count - mean) * (count - mean) / counts.length;
    }
    assertThat(mean).as("seed %d", seed).isBetween(9.5, 10.5);
    assertThat(variance).as("seed %d", seed).isBetween(8.0, 12.0);
    assertThat(offsets).isSorted();
    assertThat(countBetween(offsets, 0, 10 * SECOND)).as("seed %d", seed).isBetween(4500L, 5500L);
  }

  @Test
  void nextOffsetNanos_repeatsItself_forTheSameSeed() {
    Load load = Load.poisson(500, Duration.ofSeconds(2));
    assertThat(offsets(load)).isEqualTo(offsets(load));
  }

  private static long countBetween(List<Long> offsets, long from, long to) {
    return offsets.stream().filter(offset -> offset >= from && offset < to).count();
  }

  private List<Long> offsets(Load load) {
    var schedule = new Schedule(load, new SplittableRandom(seed));
    List<Long> offsets = new ArrayList<>();
    for (long offset = schedule.nextOffsetNanos();
        offset >= 0;
        offset = schedule.nextOffsetNanos()) {
      offsets.add(offset);
    }
    return offsets;
  }
}
