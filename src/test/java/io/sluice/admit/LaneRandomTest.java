package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LaneRandomTest {
  private static final int EPISODES = 400;
  private static final int STEPS = 1000;

  @Test
  void everyInvariantHolds_afterEveryStepOfRandomEpisodes() {
    SplittableRandom seeds = Seed.printed("random episodes");
    long told = 0;
    for (int i = 0; i < EPISODES; i++) {
      told += new LaneEpisode(seeds.split()).run(STEPS);
    }
    // A lane that never made anyone wait would have been tested for little.
    assertThat(told).isGreaterThan(EPISODES * STEPS / 50);
  }
}
