package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.exchange.Tier;
import org.junit.jupiter.api.Test;

class TierForecastTest {
  private static final WorkersForecast REFERENCE = WorkersForecast.of(8, 6, 64, null, 2000);

  @Test
  void theUsualTiers_ofThreePermitsAWorker() {
    assertThat(REFERENCE.limit()).isEqualTo(24);
    assertThat(REFERENCE.held()).isCloseTo(18, within(1e-9));
    assertThat(REFERENCE.hard()).extracting(TierForecast::tier).containsExactly(Tier.values());
    assertThat(REFERENCE.hard()).extracting(TierForecast::reserve).containsExactly(12, 7, 0);
    assertThat(REFERENCE.hard()).extracting(TierForecast::alone).containsExactly(24, 12, 5);
    assertThat(REFERENCE.hard()).extracting(TierForecast::shedFrom).containsExactly(24, 24, 20);
    assertThat(REFERENCE.lent()).extracting(TierForecast::alone).containsExactly(24, 24, 20);
  }

  @Test
  void aReserve_guaranteesItsPartOfTheCapacity() {
    // 12 permits, each back after 18 ms.
    assertThat(REFERENCE.hard().get(0).guaranteed()).isCloseTo(12 / 0.018, within(1e-6));
    assertThat(REFERENCE.hard().get(1).guaranteed()).isCloseTo(7 / 0.018, within(1e-6));
    assertThat(REFERENCE.hard().get(2).guaranteed()).isZero();
  }

  @Test
  void withAsManyPermitsAsWorkers_aPermitIsHeldForTheServiceTime() {
    WorkersForecast of = WorkersForecast.of(8, 6, null, 8, 2000);
    assertThat(of.held()).isCloseTo(6, within(1e-9));
    assertThat(of.hard().get(0).guaranteed()).isCloseTo(4 / 0.006, within(1e-6));
    assertThat(of.waits()).isNull();
  }
}
