package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the first step to the call, or to the answer that takes its place. */
class JourneyAdmissionTest {
  private static final int LIMIT = 4;

  private final JourneyRig rig = new JourneyRig(LIMIT, 2);

  @Test
  void begin_callsAtOnce_whenThereIsAPermit() {
    Ride ride = rig.begun();

    assertThat(ride.last).isInstanceOf(Action.Attempt.class);
    assertThat(ride.holdsPermit()).isTrue();
    assertThat(ride.waitedNanos()).isZero();
    assertThat(rig.inFlight()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -5_000_000_000L})
  void begin_answersAtOnce_withoutAskingTheLane_whenItIsAlreadyLate(long budgetNanos) {
    rig.budgetNanos = budgetNanos;

    Ride ride = rig.begun();

    assertFailed(ride, Reason.DEADLINE_PAST);
    assertThat(rig.lane.snapshot(rig.nowNanos).tiers()).allMatch(tier -> tier.arrivals() == 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 999_999, 1_000_000})
  void begin_givesItsPermitBack_whenLessThanAMillisecondCouldBePassedOn(long budgetNanos) {
    rig.budgetNanos = budgetNanos;

    Ride ride = rig.begun();

    assertFailed(ride, Reason.DEADLINE_PAST);
    assertThat(ride.attempted).isFalse();
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void begin_answersWithReasonNumbersAndHint_whenTheLaneRefuses() {
    rig.fillWithP0(LIMIT);
    rig.tier = Tier.P2;

    Ride ride = rig.begun();

    Outcome.Refused refused = assertRefused(ride, Reason.WATERMARK);
    assertThat(refused.hint()).isNotNull();
    assertThat(refused.inFlight()).isEqualTo(LIMIT);
    assertThat(refused.limit()).isEqualTo(LIMIT);
    assertThat(refused.waiting()).isZero();
    assertThat(ride.last).isInstanceOf(Action.Answer.class);
    assertThat(rig.inFlight()).isEqualTo(LIMIT);
  }

  @Test
  void begin_givesNoHint_whenComingBackCannotHelp() {
    rig.weight = LIMIT;

    Ride ride = rig.begun();

    assertThat(assertRefused(ride, Reason.TOO_HEAVY).hint()).isNull();
  }

  @Test
  void begin_doesNothing_whenTheClientHadAlreadyLeft() {
    Ride ride = rig.ride();

    assertThat(ride.fire(Event.CLIENT_LEFT)).isInstanceOf(Action.Abort.class);

    assertThat(ride.begin()).isEqualTo(Action.NOTHING);
    assertThat(rig.inFlight()).isZero();
    assertThat(ride.endings).isEqualTo(1);
  }

  @Test
  void aWaiter_isCalled_onceAPermitIsHandedOver() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();
    assertThat(waiter.last).isEqualTo(new Action.Wait(rig.nowNanos + 50 * MILLI));

    rig.pass(20 * MILLI);
    ahead.getFirst().fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isEqualTo(LIMIT);
    assertThat(waiter.attempted).isFalse();
    rig.pass(MILLI);
    rig.runHome();

    assertThat(waiter.last).isInstanceOf(Action.Attempt.class);
    assertThat(waiter.waitedNanos()).isEqualTo(21 * MILLI);
    assertThat(waiter.settledCalls).isEqualTo(1);
    assertThat(rig.inFlight()).isEqualTo(LIMIT);
  }

  @Test
  void aWaiter_isRefused_onceItsTimeIsUp() {
    rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();

    rig.pass(50 * MILLI);
    waiter.fire(Event.TIME_UP);

    assertThat(assertRefused(waiter, Reason.WAIT_EXPIRED).hint()).isNotNull();
    assertThat(waiter.waitedNanos()).isEqualTo(50 * MILLI);
    assertThat(rig.waiting()).isZero();
  }

  @Test
  void aWaiter_isToldItsInstantAgain_whenTheTimerFiresEarly() {
    rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();
    Action first = waiter.last;

    rig.pass(10 * MILLI);
    assertThat(waiter.fire(Event.TIME_UP)).isEqualTo(first);
    rig.pass(40 * MILLI - 1);
    assertThat(waiter.fire(Event.TIME_UP)).isEqualTo(first);
    assertThat(rig.waiting()).isEqualTo(1);
    rig.pass(1);
    waiter.fire(Event.TIME_UP);
    assertRefused(waiter, Reason.WAIT_EXPIRED);
  }

  @Test
  void aWaiter_isRefused_whenAP0TakesItsPlace() {
    rig.fillWithP0(LIMIT);
    rig.begun();
    Ride newest = rig.begun();

    rig.pass(3 * MILLI);
    rig.fillWithP0(1);
    rig.runHome();

    assertThat(assertRefused(newest, Reason.EVICTED).hint()).isNotNull();
    assertThat(newest.waitedNanos()).isEqualTo(3 * MILLI);
    assertThat(rig.waiting()).isEqualTo(2);
  }

  @Test
  void aWaiter_isRefusedWithoutAHint_whenTheLimitShrinksBelowItsWeight() {
    rig.fillWithP0(LIMIT);
    rig.weight = 2;
    Ride waiter = rig.begun();

    rig.lane.limitChanged(1, rig.nowNanos);
    rig.runHome();

    assertThat(assertRefused(waiter, Reason.TOO_HEAVY).hint()).isNull();
    assertThat(rig.waiting()).isZero();
  }

  @Test
  void theBackendIsNeverCalled_whenTheClientLeavesWhileWaiting() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();

    rig.pass(7 * MILLI);
    assertThat(waiter.fire(Event.CLIENT_LEFT)).isInstanceOf(Action.Abort.class);
    assertThat(rig.waiting()).isZero();
    ahead.getFirst().fire(Event.CALL_OVER);
    rig.runHome();

    assertFailed(waiter, Reason.CLIENT_GONE);
    assertThat(waiter.attempted).isFalse();
    assertThat(waiter.waitedNanos()).isEqualTo(7 * MILLI);
    assertThat(rig.inFlight()).isEqualTo(LIMIT - 1);
  }

  @Test
  void thePermitGoesOn_whenTheClientLeavesJustAsItIsHandedOver() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride leaving = rig.begun();
    Ride next = rig.begun();
    ahead.getFirst().fire(Event.CALL_OVER);

    leaving.fire(Event.CLIENT_LEFT);
    rig.runHome();

    assertFailed(leaving, Reason.CLIENT_GONE);
    assertThat(leaving.attempted).isFalse();
    assertThat(next.last).isInstanceOf(Action.Attempt.class);
    assertThat(rig.inFlight()).isEqualTo(LIMIT);
    assertThat(rig.duplicateEnds()).isZero();
  }

  @Test
  void theGrantWins_whenTheTimerFiresAsItIsOnItsWay() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();
    rig.pass(50 * MILLI);
    ahead.getFirst().fire(Event.CALL_OVER);

    assertThat(waiter.fire(Event.TIME_UP)).isEqualTo(Action.NOTHING);
    rig.runHome();

    assertThat(waiter.last).isInstanceOf(Action.Attempt.class);
    assertThat(rig.inFlight()).isEqualTo(LIMIT);
  }

  @Test
  void theRefusalWins_whenTheTimerFiresAsItIsOnItsWay() {
    rig.fillWithP0(LIMIT);
    rig.begun();
    Ride newest = rig.begun();
    rig.fillWithP0(1);
    rig.pass(50 * MILLI);

    assertThat(newest.fire(Event.TIME_UP)).isEqualTo(Action.NOTHING);
    rig.runHome();

    assertRefused(newest, Reason.EVICTED);
    assertThat(newest.endings).isEqualTo(1);
  }

  @Test
  void aGrant_isGivenBack_whenItIsPickedUpPastTheDeadline() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride late = rig.begun();
    ahead.getFirst().fire(Event.CALL_OVER);

    rig.pass(SECOND);
    rig.runHome();

    assertFailed(late, Reason.DEADLINE_PAST);
    assertThat(late.attempted).isFalse();
    assertThat(rig.inFlight()).isEqualTo(LIMIT - 1);
  }

  @Test
  void aGrant_isGivenBack_whenLessThanAMillisecondCouldBePassedOn() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride late = rig.begun();
    ahead.getFirst().fire(Event.CALL_OVER);

    rig.pass(SECOND - MILLI);
    rig.runHome();

    assertFailed(late, Reason.DEADLINE_PAST);
    assertThat(rig.inFlight()).isEqualTo(LIMIT - 1);
    assertThat(rig.duplicateEnds()).isZero();
  }

  @Test
  void aWaiterKeepsItsPlace_whenItIsToldTooSoonThatItIsSettled() {
    List<Ride> ahead = rig.fillWithP0(LIMIT);
    Ride waiter = rig.begun();

    assertThat(waiter.fire(Event.SETTLED)).isEqualTo(Action.NOTHING);
    rig.pass(2 * SECOND);
    assertThat(waiter.fire(Event.SETTLED)).isEqualTo(Action.NOTHING);
    assertThat(rig.waiting()).isEqualTo(1);

    ahead.getFirst().fire(Event.CALL_OVER);
    rig.runHome();
    assertThat(waiter.endings).isEqualTo(1);
    assertThat(rig.inFlight()).isEqualTo(LIMIT - 1);
  }

  private static Outcome.Refused assertRefused(Ride ride, Reason reason) {
    assertThat(ride.endings).isEqualTo(1);
    assertThat(ride.holdsPermit()).isFalse();
    assertThat(ride.outcome).isInstanceOf(Outcome.Refused.class);
    var refused = (Outcome.Refused) Objects.requireNonNull(ride.outcome);
    assertThat(refused.reason()).isEqualTo(reason);
    return refused;
  }

  private static void assertFailed(Ride ride, Reason reason) {
    assertThat(ride.endings).isEqualTo(1);
    assertThat(ride.holdsPermit()).isFalse();
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(reason));
  }
}
