package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LaneRandomTest {
  private static final int EPISODES = 800;
  private static final int STEPS = 1000;
  private static final Set<Reason> EVERY_REASON_OF_A_LANE =
      EnumSet.range(Reason.WATERMARK, Reason.TOO_HEAVY);

  @Test
  void everyInvariantHolds_afterEveryStepOfRandomEpisodes() {
    SplittableRandom seeds = Seed.printed("random episodes");
    var reasonsSeen = EnumSet.noneOf(Reason.class);
    long told = 0;
    long outOfTurn = 0;
    for (int i = 0; i < EPISODES; i++) {
      var episode = new LaneEpisode(seeds.split(), reasonsSeen);
      told += episode.run(STEPS);
      outOfTurn += episode.grantedOutOfTurn();
    }
    // Episodes in which nobody waits, or nobody is refused for some reason, would test little.
    assertThat(told).isGreaterThan(EPISODES * STEPS / 50);
    assertThat(outOfTurn).isGreaterThan(EPISODES);
    assertThat(reasonsSeen).isEqualTo(EVERY_REASON_OF_A_LANE);
  }
}
