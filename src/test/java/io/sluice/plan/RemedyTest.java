package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulate.AmplificationModel;
import org.junit.jupiter.api.Test;

class RemedyTest {
  @Test
  void whatFits_mayBeRepeatedIntoWhatIsToSpare() {
    Remedy remedy = Remedy.of(new AmplificationModel(1000, 800, 3));
    assertThat(remedy.retryBudget()).isCloseTo(0.25, within(1e-9));
    assertThat(remedy.usualBudget()).isCloseTo(0.2, within(1e-9));
    assertThat(remedy.missing()).isZero();
    // 800 owed for each second of outage, 200/s to spare.
    assertThat(remedy.spreadPerSecond()).isCloseTo(4, within(1e-9));
  }

  @Test
  void aBudgetWithinIt_leavesThePointAtZero_whateverFailuresCost() {
    var model = new AmplificationModel(1000, 950, 3);
    double budget = Remedy.of(model).usualBudget();
    assertThat(budget).isLessThan(0.2);
    assertThat(model.rate() * (1 + budget)).isLessThanOrEqualTo(1000 + 1e-9);
  }

  @Test
  void whatDoesNotFit_isOwed() {
    Remedy remedy = Remedy.of(new AmplificationModel(1045, 2000, 3));
    assertThat(remedy.retryBudget()).isZero();
    assertThat(remedy.missing()).isCloseTo(955, within(1e-9));
    assertThat(remedy.spreadPerSecond()).isCloseTo(955 / 1045.0, within(1e-9));
    assertThat(remedy.usualBudget()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void whatJustFits_hasNothingToSpare() {
    Remedy remedy = Remedy.of(new AmplificationModel(1000, 1000, 3));
    assertThat(remedy.retryBudget()).isZero();
    assertThat(remedy.spreadPerSecond()).isInfinite();
  }
}
