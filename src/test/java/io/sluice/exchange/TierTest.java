package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TierTest {
  @Test
  void lower_isTheLessImportantOfTheTwo() {
    for (Tier one : Tier.values()) {
      for (Tier other : Tier.values()) {
        assertThat(one.lower(other).rank()).isEqualTo(Math.max(one.rank(), other.rank()));
      }
    }
  }

  @Test
  void ranks_areIndexesOfPerTierArrays_mostImportantFirst() {
    assertThat(Tier.values()).containsExactly(Tier.P0, Tier.P1, Tier.P2).hasSize(Tier.COUNT);
    assertThat(Tier.values()).extracting(Tier::rank).containsExactly(0, 1, 2);
  }
}
