package io.sluice.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.MemberSnapshot.State;
import io.sluice.options.Share;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What health checks make of an endpoint. */
class HealthTest {
  private final FleetRig rig = FleetRig.of(Strategy.P2C, 3);

  private static HealthOptions options(String status) {
    return new HealthOptions(
        "/healthz", Duration.ofSeconds(10), new Share(0.1), Duration.ofSeconds(1), 2, 3, status);
  }

  private void check(boolean good, int times) {
    for (int i = 0; i < times; i++) {
      rig.member(1).checked(good, good ? "status 200" : "status 503", options("200-299"), rig.now);
    }
  }

  @Test
  void falls_afterThreeInARow_andRises_afterTwo() {
    check(false, 2);
    check(true, 1);
    check(false, 2);
    assertThat(rig.state(1)).isEqualTo(State.AVAILABLE);
    check(false, 1);
    assertThat(rig.state(1)).isEqualTo(State.UNHEALTHY);
    assertThat(rig.shares(300)[1]).isZero();
    check(true, 1);
    check(false, 1);
    check(true, 1);
    assertThat(rig.state(1)).isEqualTo(State.UNHEALTHY);
    check(true, 1);
    assertThat(rig.state(1)).isEqualTo(State.AVAILABLE);
    assertThat(rig.shares(300)[1]).isPositive();
    assertThat(rig.events).containsExactly("b down status 503", "b up status 200");
    assertThat(rig.member(1).failedChecks()).isEqualTo(6);
  }

  @Test
  void goodChecks_doNotExcuseFailures_andUnhealthyOnes_areNotTried() {
    rig.fail(1, 5);
    check(true, 10);
    assertThat(rig.state(1)).isEqualTo(State.EJECTED);
    check(false, 3);
    rig.pass(FleetRig.SECOND);
    assertThat(rig.state(1)).isEqualTo(State.UNHEALTHY);
    assertThat(rig.shares(100)[1]).isZero();
  }

  @Test
  void whenNobodyIsHealthy_allAreUsed() {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        rig.member(i).checked(false, "no answer", options("200"), rig.now);
      }
    }
    assertThat(rig.shares(300)).doesNotContain(0);
    assertThat(rig.events).contains("panic");
  }

  @ParameterizedTest
  @CsvSource({
    "200, 200, true",
    "200, 204, false",
    "200-299, 299, true",
    "200-299, 300, false",
    "200-399, 199, false",
    "404, 404, true"
  })
  void statuses_areOneOrARange(String status, int answered, boolean good) {
    assertThat(options(status).isGood(answered)).isEqualTo(good);
  }

  @ParameterizedTest
  @CsvSource({"0, 9000", "0.5, 10000", "0.999999, 11000"})
  void interval_isSpread(double draw, long millis) {
    assertThat(options("200").nextNanos(draw) / FleetRig.MILLI)
        .isCloseTo(millis, org.assertj.core.data.Offset.offset(1L));
  }
}
