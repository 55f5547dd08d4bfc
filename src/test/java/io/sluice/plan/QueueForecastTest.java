package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueueForecastTest {
  @Test
  void aFullQueue_costsWhatIsInFrontOfANewcomer() {
    QueueForecast of = QueueForecast.of(8, 6, 64, 2000);
    assertThat(of.capacity()).isCloseTo(1333.3, within(0.1));
    assertThat(of.fullWaitMillis()).isCloseTo(48, within(1e-9));
    assertThat(of.fullStayMillis()).isCloseTo(54, within(1e-9));
    // As measured: 69 ms from submission to done where 1045/s were possible.
    assertThat(QueueForecast.of(8, 8 / 1.045, 64, 2000).fullStayMillis())
        .isCloseTo(68.9, within(0.05));
  }

  @Test
  void overload_fillsTheQueue_andRefusesTheRest() {
    QueueForecast of = QueueForecast.of(8, 6, 64, 2000);
    assertThat(of.busy()).isCloseTo(8, within(0.001));
    assertThat(of.refused()).isCloseTo(1 - 1333.333 / 2000, within(0.001));
    assertThat(of.waiting()).isBetween(61.0, 64.0);
    assertThat(of.waitMillis()).isCloseTo(of.waiting() * 0.75, within(0.01)); // Little
  }

  @Test
  void withoutAQueue_itIsErlangsLossFormula() {
    // Erlang B, 10 servers, 5 erlang: the tables say 0.018385.
    assertThat(QueueForecast.of(10, 1000, 0, 5).refused()).isCloseTo(0.018385, within(1e-6));
  }

  @Test
  void aSingleServer_isTheTextbooks() {
    // M/M/1 at half load: one request inside on average, half of one waiting.
    QueueForecast of = QueueForecast.of(1, 10, 10_000, 50);
    assertThat(of.busy()).isCloseTo(0.5, within(1e-9));
    assertThat(of.waiting()).isCloseTo(0.5, within(1e-9));
    assertThat(of.waitMillis()).isCloseTo(10, within(1e-6));
    assertThat(of.allBusy()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void nobodyComing_meansNobodyWaiting() {
    QueueForecast of = QueueForecast.of(8, 6, 64, 0);
    assertThat(of.busy()).isZero();
    assertThat(of.waitMillis()).isZero();
    assertThat(of.refused()).isZero();
  }

  @Test
  void hugePools_stayNumbers() {
    QueueForecast of = QueueForecast.of(5000, 100, 100_000, 49_000);
    assertThat(of.busy()).isCloseTo(4900, within(1.0));
    assertThat(of.refused()).isLessThan(1e-6);
  }
}
