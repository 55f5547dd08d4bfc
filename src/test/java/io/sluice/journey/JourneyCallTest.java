package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the call to its end; its permit goes back when the call is over, and only then. */
class JourneyCallTest {
  private final JourneyRig rig = new JourneyRig(4, 2);

  @Test
  void anAnswer_isRelayedDeliveredAndCounted_andThePermitEndsWithTheCall() {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    rig.pass(80 * MILLI);

    assertThat(ride.fire(new Event.HeadReceived(201))).isEqualTo(Action.RELAY);
    rig.pass(40 * MILLI);
    assertThat(ride.fire(Event.DELIVERED)).isEqualTo(new Action.Finish(new Outcome.Answered(201)));
    assertThat(rig.inFlight()).isEqualTo(1);

    assertThat(ride.fire(Event.CALL_OVER)).isEqualTo(Action.NOTHING);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.completionsPerSecond()).isPositive();
    assertThat(rig.expectedServiceNanos()).isEqualTo(80 * MILLI);
  }

  @Test
  void aPermit_isFreeForOthers_onceTheBackendIsDone_evenIfTheClientStillReads() {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    ride.fire(new Event.HeadReceived(200));

    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();

    assertThat(ride.fire(Event.DELIVERED)).isEqualTo(new Action.Finish(new Outcome.Answered(200)));
    assertThat(ride.fire(Event.CALL_OVER)).isEqualTo(Action.NOTHING);
    assertThat(rig.duplicateEnds()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "SAFE, false, DEADLINE_PAST",
    "IDEMPOTENT, false, DEADLINE_PAST",
    "UNSAFE, false, DEADLINE_PAST",
    "SAFE, true, UPSTREAM_TIMEOUT",
    "IDEMPOTENT, true, UPSTREAM_TIMEOUT",
    "UNSAFE, true, OUTCOME_UNKNOWN"
  })
  void aTimeout_saysWhetherItIsSafeToRepeat(
      Idempotence idempotence, boolean sent, Reason expected) {
    rig.idempotence = idempotence;
    Ride ride = rig.begun();
    if (sent) {
      ride.fire(Event.SENT);
    }
    rig.pass(SECOND);

    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Answer(new Outcome.Failed(expected)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aTimeout_countsAgainstTheBackend_onlyIfItHadBeenAsked(boolean sent) {
    Ride ride = rig.begun();
    if (sent) {
      ride.fire(Event.SENT);
    }
    rig.pass(SECOND);
    ride.fire(Event.TIME_UP);
    ride.fire(Event.CALL_OVER);

    assertThat(rig.completionsPerSecond() > 0).isEqualTo(sent);
    assertThat(rig.expectedServiceNanos() > 0).isEqualTo(sent);
  }

  @Test
  void theClientIsAnsweredInTime_andThePermitHeldUntilTheWorkReallyEnds() {
    rig.budgetNanos = 100 * MILLI;
    Ride ride = rig.begun();
    ride.fire(Event.SENT);

    rig.pass(100 * MILLI);
    assertThat(ride.fire(Event.TIME_UP)).isInstanceOf(Action.Answer.class);
    assertThat(rig.inFlight()).isEqualTo(1);

    rig.pass(300 * MILLI);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void theDeadline_isToldAgain_whenTheTimerFiresEarly() {
    Ride ride = rig.begun();
    long deadlineNanos = ride.exchange.deadline().atNanos();
    rig.pass(SECOND - 1);

    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Wait(deadlineNanos));
    ride.fire(new Event.HeadReceived(200));
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Wait(deadlineNanos));

    assertThat(ride.fire(Event.DELIVERED)).isInstanceOf(Action.Finish.class);
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatTakesTooLong_isCutOff_andBlamesNobody(Idempotence idempotence) {
    rig.idempotence = idempotence;
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    ride.fire(new Event.HeadReceived(200));
    rig.pass(SECOND);

    assertThat(ride.fire(Event.TIME_UP))
        .isEqualTo(new Action.Abort(new Outcome.Failed(Reason.UPSTREAM_TIMEOUT)));
    ride.fire(Event.CALL_OVER);
    assertThat(rig.completionsPerSecond()).isZero();
    assertThat(rig.inFlight()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "NO_ENDPOINT",
        "CONNECT_FAILED",
        "UPSTREAM_RESET",
        "UPSTREAM_INVALID",
        "BACKEND_FAILED",
        "BODY_TOO_LARGE",
        "INTERNAL"
      })
  void aFailedCall_isAnswered_whileTheClientHasSeenNothing(Reason reason) {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);

    assertThat(ride.fire(new Event.CallFailed(reason)))
        .isEqualTo(new Action.Answer(new Outcome.Failed(reason)));
    assertThat(rig.inFlight()).isEqualTo(1);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.completionsPerSecond()).isZero();
  }

  @Test
  void aFailedCall_isCutOff_onceTheClientHasSeenTheHead() {
    Ride ride = rig.begun();
    ride.fire(new Event.HeadReceived(200));

    assertThat(ride.fire(new Event.CallFailed(Reason.UPSTREAM_TRUNCATED)))
        .isEqualTo(new Action.Abort(new Outcome.Failed(Reason.UPSTREAM_TRUNCATED)));
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void theBackendsOwnRefusal_isRelayed_andSaysNothingOfItsSpeed(int status) {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    rig.pass(MILLI);

    assertThat(ride.fire(new Event.HeadReceived(status))).isEqualTo(Action.RELAY);
    ride.fire(Event.CALL_OVER);
    assertThat(ride.fire(Event.DELIVERED))
        .isEqualTo(new Action.Finish(new Outcome.Answered(status)));
    assertThat(rig.expectedServiceNanos()).isZero();
  }

  @Test
  void aCallTheWorkersRefuse_isAnsweredLikeAnyShed_andItsPermitEndsOnce() {
    Ride ride = rig.begun();

    Action answer = ride.fire(Event.CALL_REFUSED);

    assertThat(answer).isInstanceOf(Action.Answer.class);
    assertThat(ride.outcome).isInstanceOf(Outcome.Refused.class);
    if (ride.outcome instanceof Outcome.Refused refused) {
      assertThat(refused.reason()).isEqualTo(Reason.ABORTED);
      assertThat(refused.hint()).isNotNull();
      assertThat(refused.inFlight()).isEqualTo(1);
    }
    assertThat(rig.inFlight()).isEqualTo(1);
    ride.fire(Event.CALL_OVER);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.duplicateEnds()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theCallIsCancelled_whenTheClientLeaves_andThePermitEndsWhenItIsOver(boolean relaying) {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    if (relaying) {
      ride.fire(new Event.HeadReceived(200));
    }

    assertThat(ride.fire(Event.CLIENT_LEFT))
        .isEqualTo(new Action.Abort(new Outcome.Failed(Reason.CLIENT_GONE)));
    assertThat(rig.inFlight()).isEqualTo(1);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.completionsPerSecond()).isZero();
  }

  @Test
  void nothingIsDelivered_beforeThereIsAHead() {
    Ride ride = rig.begun();

    assertThat(ride.fire(Event.DELIVERED)).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(new Event.HeadReceived(200))).isEqualTo(Action.RELAY);
    assertThat(ride.fire(new Event.HeadReceived(500))).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(Event.CALL_REFUSED)).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(Event.DELIVERED)).isEqualTo(new Action.Finish(new Outcome.Answered(200)));
  }
}
