package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.HedgeOptions;
import io.sluice.retry.RetryOptions;
import io.sluice.simulate.AmplificationModel.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackendForecastTest {
  private static final BudgetOptions FIFTH =
      new BudgetOptions(new Share(0.2), 3, BudgetOptions.UNCAPPED);

  private static RetryOptions retry(int attempts, BudgetOptions budget) {
    RetryOptions usual = RetryOptions.DEFAULT;
    return new RetryOptions(
        attempts,
        usual.on(),
        List.of(503),
        null,
        usual.backoff(),
        usual.minAttempt(),
        usual.maxReplayBytes(),
        budget,
        HedgeOptions.OFF);
  }

  private static BackendForecast of(
      RetryOptions retry, BudgetOptions global, double rate, double totalRate, double capacity) {
    return BackendForecast.of("app", retry, global, rate, totalRate, capacity);
  }

  @Test
  void budget_boundsWhatAttemptsAllow() {
    BackendForecast three = of(retry(3, FIFTH), FIFTH, 1000, 1000, 1333);
    assertThat(three.amplification()).isCloseTo(1.2, within(1e-9));
    assertThat(three.mostPerSecond()).isCloseTo(1200, within(1e-6));
    assertThat(three.verdict()).isEqualTo(Verdict.STABLE);
    assertThat(of(retry(3, FIFTH), FIFTH, 1200, 1200, 1333).verdict())
        .isEqualTo(Verdict.METASTABLE);
    assertThat(of(retry(3, FIFTH), FIFTH, 1400, 1400, 1333).verdict())
        .isEqualTo(Verdict.OVERLOADED);
  }

  @Test
  void attempts_boundWhatTheBudgetAllows() {
    var generous = new BudgetOptions(Share.ALL, 3, BudgetOptions.UNCAPPED);
    assertThat(of(retry(1, generous), generous, 1000, 1000, 2000).amplification()).isEqualTo(1);
    assertThat(of(retry(2, generous), generous, 1000, 1000, 2000).amplification()).isEqualTo(2);
    assertThat(of(retry(5, generous), generous, 1000, 1000, 2000).amplification()).isEqualTo(2);
  }

  @Test
  void rate_ofABudgetCounts_andSoDoesTheGatewaysOwn() {
    var slow = new BudgetOptions(new Share(0.2), 3, 100);
    assertThat(of(retry(2, slow), FIFTH, 1000, 1000, 2000).budget()).isCloseTo(0.1, within(1e-9));
    assertThat(of(retry(2, FIFTH), slow, 1000, 5000, 2000).budget()).isCloseTo(0.1, within(1e-9));
    assertThat(of(retry(2, FIFTH), FIFTH, 1, 1, 2000).budget()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void backendWithoutALoad_isSafe() {
    assertThat(of(retry(3, FIFTH), FIFTH, 0, 0, 0).verdict()).isEqualTo(Verdict.STABLE);
  }
}
