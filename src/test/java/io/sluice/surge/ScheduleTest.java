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
    assertThat(offsets).hasSize(3000);
    for (int i = 0; i < offsets.size(); i++) {
      assertThat(offsets.get(i)).isEqualTo(i * 1_000_000L);
    }
  }

  @Test
  void nextOffsetNanos_changesTheRateAtTheWindow_whenWarmingUpSlowly() {
    List<Long> offsets =
        offsets(Load.constant(1000, Duration.ofSeconds(1)).after(Duration.ofSeconds(2), 10));
    assertThat(offsets.stream().filter(offset -> offset < 2 * SECOND)).hasSize(20);
    assertThat(offsets.stream().filter(offset -> offset >= 2 * SECOND)).hasSize(1000);
  }

  @Test
  void nextOffsetNanos_hasPoissonCounts_forIndependentUsers() {
    // Counts per 10 ms of a Poisson process at 1000/s: mean 10, variance 10.
    int[] counts = new int[2000];
    List<Long> offsets =
        offsets(Load.poisson(1000, Duration.ofSeconds(10)).after(Duration.ofSeconds(10)));
    offsets.forEach(offset -> counts[(int) (offset / 10_000_000)]++);
    double mean = offsets.size() / 2000.0;
    double variance = 0;
    for (int count : counts) {
      variance += (count - mean) * (count - mean) / counts.length;
    }
    assertThat(mean).as("seed %d", seed).isBetween(9.5, 10.5);
    assertThat(variance).as("seed %d", seed).isBetween(8.0, 12.0);
    assertThat(offsets).isSorted();
  }

  @Test
  void nextOffsetNanos_repeatsItself_forTheSameSeed() {
    Load load = Load.poisson(500, Duration.ofSeconds(2));
    assertThat(offsets(load)).isEqualTo(offsets(load));
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
