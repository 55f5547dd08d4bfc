package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerListener;
import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.retry.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a journey asks its backend's breaker, and what it tells it. */
class JourneyBreakerTest {
  private final JourneyRig rig = new JourneyRig(4, 4);
  private final CircuitBreaker breaker =
      new CircuitBreaker(
          "library",
          new BreakerOptions(
              3,
              null,
              null,
              Duration.ofSeconds(1),
              Duration.ofSeconds(10),
              20,
              List.of(500, 503),
              Counting.CALL,
              Duration.ofMillis(200),
              Duration.ofMillis(500)),
          BreakerListener.NONE,
          rig.nowNanos);

  JourneyBreakerTest() {
    rig.backend =
        new BackendPolicies("library", RetryPolicy.NEVER, null, breaker, new Distress(), false);
  }

  private BreakerState state() {
    return breaker.snapshot(rig.nowNanos).state();
  }

  private Ride answered(int status) {
    Ride ride = rig.begun();
    ride.fire(new Event.HeadReceived(status));
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);
    return ride;
  }

  private void open() {
    for (int i = 0; i < 3; i++) {
      answered(503);
    }
    assertThat(state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void openBreaker_refusesOnArrival_withAHintNotBeforeItsCooldownIsOver() {
    open();
    Ride ride = rig.begun();

    assertThat(ride.attempted).isFalse();
    assertThat(ride.outcome)
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.BREAKER_OPEN);
              assertThat(Objects.requireNonNull(refused.hint()).afterMillis())
                  .isGreaterThanOrEqualTo(200);
            });
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void openBreaker_isAskedBeforeTheLane_soThatNobodyWaitsForIt() {
    rig.fillWithP0(4);
    breaker.forceOpen(rig.nowNanos);
    Ride ride = rig.begun();
    assertThat(ride.outcome).isNotNull();
    assertThat(rig.waiting()).isZero();
  }

  @Test
  void afterTheCooldown_oneCallProbes_andTheOthersAreRefused() {
    open();
    rig.pass(200 * MILLI);
    Ride probe = rig.begun();
    Ride other = rig.begun();

    assertThat(probe.attempted).isTrue();
    assertThat(other.attempted).isFalse();
    assertThat(other.reason()).isEqualTo(Reason.BREAKER_OPEN);
    probe.fire(new Event.HeadReceived(200));
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void clientThatLeaves_isNoFailure_andGivesTheProbeBack() {
    open();
    rig.pass(200 * MILLI);
    Ride probe = rig.begun();
    probe.fire(Event.CLIENT_LEFT);
    probe.fire(Event.CALL_OVER);
    assertThat(rig.begun().attempted).as("the next one probes").isTrue();
  }

  @Test
  void localRefusal_isNoFailure() {
    for (int i = 0; i < 10; i++) {
      Ride ride = rig.begun();
      ride.fire(Event.CALL_REFUSED);
      ride.fire(Event.CALL_OVER);
    }
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void requestsOwnFault_isNoFailure() {
    for (int i = 0; i < 10; i++) {
      Ride ride = rig.begun();
      ride.fire(new Event.CallFailed(Reason.BODY_TIMEOUT));
      ride.fire(Event.CALL_OVER);
    }
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void timeout_isAFailure_unlessItCameSoonerThanTheBackendUsuallyAnswers() {
    Ride usual = rig.begun();
    rig.pass(100 * MILLI);
    usual.fire(new Event.HeadReceived(200));
    usual.fire(Event.DELIVERED);
    usual.fire(Event.CALL_OVER);
    rig.budgetNanos = 101 * MILLI;
    for (int i = 0; i < 10; i++) {
      Ride ride = rig.begun();
      rig.pass(101 * MILLI);
      ride.fire(Event.SENT);
      ride.fire(Event.TIME_UP);
      ride.fire(Event.CALL_OVER);
    }
    assertThat(state()).isEqualTo(BreakerState.OPEN);
  }

  @Test
  void backendGoingUnder_keepsNobodyWaiting_butP0() {
    rig.fillWithP0(4);
    breaker.forceOpen(rig.nowNanos);
    breaker.release(rig.nowNanos); // half-open, and nobody probes yet
    rig.tier = Tier.P1;
    Ride read = rig.begun();
    assertThat(read.reason()).isEqualTo(Reason.LANE_FULL);
    rig.tier = Tier.P0;
    Ride write = rig.begun();
    assertThat(write.last).isInstanceOf(Action.Wait.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Tier.class,
      names = {"P1"})
  void backendThatSaysItIsExhausted_keepsNobodyWaiting_forASecond(Tier tier) {
    rig.fillWithP0(4);
    rig.tier = tier;
    rig.backend.distress().said(rig.nowNanos);
    assertThat(rig.begun().reason()).isEqualTo(Reason.LANE_FULL);
    rig.pass(SECOND);
    assertThat(rig.begun().last).isInstanceOf(Action.Wait.class);
  }

  @Test
  void backendThatGrowsWithItsLoad_isWorthTwiceTheWait() {
    rig.fillWithP0(4);
    rig.tier = Tier.P1;
    long onceNanos = waitOf(rig.begun());
    rig.backend =
        new BackendPolicies("library", RetryPolicy.NEVER, null, null, new Distress(), true);
    long twiceNanos = waitOf(rig.begun());

    assertThat(onceNanos).isEqualTo(50 * MILLI);
    assertThat(twiceNanos).isEqualTo(100 * MILLI);
  }

  private long waitOf(Ride ride) {
    assertThat(ride.last).isInstanceOf(Action.Wait.class);
    return ((Action.Wait) Objects.requireNonNull(ride.last)).untilNanos() - rig.nowNanos;
  }
}
