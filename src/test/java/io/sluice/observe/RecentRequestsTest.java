package io.sluice.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RecentRequestsTest {
  private final RecentRequests recent = new RecentRequests();

  @Test
  void sameName_isSeenTheSecondTime() {
    assertThat(recent.saw(42)).isFalse();
    assertThat(recent.saw(42)).isTrue();
    assertThat(recent.saw(43)).isFalse();
  }

  @Test
  void differentNames_areNeverTakenForRepeats_andMostRepeatsAreNoticedOfAThousand() {
    long seed = RandomGenerator.getDefault().nextLong();
    System.out.println("RecentRequestsTest seed " + seed);
    var random = new SplittableRandom(seed);
    long[] names = random.longs(1000).distinct().toArray();
    for (long name : names) {
      assertThat(recent.saw(name)).as("seed %d", seed).isFalse();
    }
    int noticed = 0;
    for (long name : names) {
      noticed += recent.saw(name) ? 1 : 0;
    }
    assertThat(noticed).as("seed %d", seed).isGreaterThan(600);
  }
}
