package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.Lane;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.Share;
import io.sluice.retry.BackoffOptions;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.RetryBudgets;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryPolicy;
import io.sluice.retry.Trigger;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a journey does between two attempts, and when there is no other. */
class JourneyRetryTest {
  private static final Event RESET =
      new Event.CallFailed(Reason.UPSTREAM_RESET, Trigger.RESET, Repeat.HERE);
  private static final Event REFUSED = status(503, RetryAdvice.NONE);

  private final JourneyRig rig = new JourneyRig(4, 4);

  JourneyRetryTest() {
    rig.backend = retrying(3, null, 10);
  }

  private BackendPolicies retrying(int attempts, @Nullable Duration perAttempt, int budget) {
    var defaults = RetryOptions.DEFAULT;
    var options =
        new RetryOptions(
            attempts,
            List.of(RetryOptions.On.values()),
            RetryOptions.STATUSES,
            perAttempt,
            new BackoffOptions(Duration.ofMillis(15), Duration.ofMillis(200), Share.NONE),
            defaults.minAttempt(),
            defaults.maxReplayBytes(),
            defaults.budget(),
            defaults.hedge());
    var own = new BudgetOptions(Share.NONE, budget, BudgetOptions.UNCAPPED);
    var budgets =
        new RetryBudgets(
            new RetryBudget(own, rig.nowNanos),
            new RetryBudget(BudgetOptions.DEFAULT, rig.nowNanos));
    return new BackendPolicies(
        "library", new RetryPolicy(options, budgets), null, null, new Distress(), false);
  }

  private static Event status(int status, RetryAdvice advice) {
    return new Event.HeadReceived(status, Lane.NOT_MEASURED, advice, Repeat.HERE);
  }

  @Test
  void failedAttempt_isFollowedByAnother_afterAPause_withLessTimeTold() {
    Ride ride = rig.begun();
    Action.Attempt first = ride.attempt();
    rig.pass(80 * MILLI);

    assertThat(ride.fire(RESET)).isEqualTo(new Action.Pause(rig.nowNanos + 15 * MILLI));
    ride.fire(Event.CALL_OVER);
    assertThat(ride.holdsPermit()).as("the permit, between two attempts").isTrue();
    rig.pass(15 * MILLI);
    ride.fire(Event.TIME_UP);

    Action.Attempt second = ride.attempt();
    assertThat(second.number()).isEqualTo(2);
    assertThat(second.forwardMillis()).isEqualTo(904).isLessThan(first.forwardMillis());
    assertThat(ride.fire(new Event.HeadReceived(200))).isEqualTo(Action.RELAY);
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);
    assertThat(ride.outcome).isEqualTo(new Outcome.Answered(200));
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void referenceCase_endsWithinItsBudget_theThirdAttemptCutAtWhatIsLeft() {
    rig.budgetNanos = 300 * MILLI;
    long startNanos = rig.nowNanos;
    Ride ride = rig.begun();

    rig.pass(80 * MILLI);
    ride.fire(RESET);
    rig.pass(15 * MILLI);
    ride.fire(Event.TIME_UP);
    rig.pass(90 * MILLI);
    ride.fire(RESET);
    rig.pass(30 * MILLI);
    ride.fire(Event.TIME_UP);
    Action.Attempt third = ride.attempt();
    assertThat(third.deadline()).isEqualTo(ride.exchange.deadline());
    assertThat(third.forwardMillis()).isEqualTo(84);
    rig.pass(85 * MILLI);
    ride.fire(Event.SENT);
    ride.fire(Event.TIME_UP);

    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.UPSTREAM_TIMEOUT));
    assertThat(rig.nowNanos - startNanos).isEqualTo(300 * MILLI);
  }

  @Test
  void answerThatRunsOutOfRetries_isRelayed() {
    Ride ride = rig.begun();
    for (int attempt = 1; attempt < 3; attempt++) {
      assertThat(ride.fire(REFUSED)).isInstanceOf(Action.Pause.class);
      ride.fire(Event.CALL_OVER);
      rig.pass(100 * MILLI);
      ride.fire(Event.TIME_UP);
    }
    assertThat(ride.fire(REFUSED)).isEqualTo(Action.RELAY);
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);
    assertThat(ride.outcome).isEqualTo(new Outcome.Answered(503));
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void emptyBudget_relaysTheAnswerAtHand() {
    rig.backend = retrying(3, null, 0);
    Ride ride = rig.begun();
    assertThat(ride.fire(REFUSED)).isEqualTo(Action.RELAY);
  }

  @Test
  void retryAfterBeyondTheDeadline_relaysTheAnswerAtHand() {
    Ride ride = rig.begun();
    var later = RetryAdvice.ofHeaders(null, "2", null);
    assertThat(ride.fire(status(503, later))).isEqualTo(Action.RELAY);
  }

  @Test
  void retryAfterWithinTheDeadline_isTheEarliestTime() {
    Ride ride = rig.begun();
    var soon = RetryAdvice.ofHeaders("300", null, null);
    long notBefore = rig.nowNanos + 300 * MILLI;
    assertThat(ride.fire(status(429, soon)))
        .isInstanceOfSatisfying(
            Action.Pause.class,
            pause -> assertThat(pause.untilNanos() - notBefore).isNotNegative());
  }

  @Test
  void writeWithoutKey_isRepeatedOnlyIfNothingWasSent() {
    rig.idempotence = Idempotence.UNSAFE;
    Ride ride = rig.begun();
    assertThat(
            ride.fire(
                new Event.CallFailed(Reason.CONNECT_FAILED, Trigger.CONNECT_FAILURE, Repeat.HERE)))
        .isInstanceOf(Action.Pause.class);
    rig.pass(15 * MILLI);
    ride.fire(Event.TIME_UP);
    ride.fire(RESET);
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.UPSTREAM_RESET));
  }

  @Test
  void attemptOfItsOwnTime_isGivenUp_andAnotherBegins() {
    rig.backend = retrying(2, Duration.ofMillis(100), 10);
    Ride ride = rig.begun();
    assertThat(ride.attempt().forwardMillis()).isEqualTo(99);
    rig.pass(100 * MILLI);
    ride.fire(Event.SENT);
    assertThat(ride.fire(new Event.TimeUp(Repeat.HERE))).isInstanceOf(Action.Pause.class);
    rig.pass(15 * MILLI);
    ride.fire(Event.TIME_UP);
    assertThat(ride.attempt().forwardMillis()).isEqualTo(98);
    rig.pass(100 * MILLI);
    ride.fire(Event.SENT);
    ride.fire(new Event.TimeUp(Repeat.HERE));
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.UPSTREAM_TIMEOUT));
  }

  @Test
  void writeTimeoutWithoutKey_isNeverRepeated() {
    rig.backend = retrying(3, Duration.ofMillis(100), 10);
    rig.idempotence = Idempotence.UNSAFE;
    Ride ride = rig.begun();
    rig.pass(100 * MILLI);
    ride.fire(Event.SENT);
    ride.fire(new Event.TimeUp(Repeat.HERE));
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.OUTCOME_UNKNOWN));
  }

  @Test
  void headInTime_endsTheAttemptsOwnTime() {
    rig.backend = retrying(3, Duration.ofMillis(100), 10);
    Ride ride = rig.begun();
    rig.pass(90 * MILLI);
    ride.fire(new Event.HeadReceived(200));
    rig.pass(10 * MILLI);
    assertThat(ride.fire(Event.TIME_UP))
        .isEqualTo(new Action.Wait(ride.exchange.deadline().atNanos()));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 301, 400, 404, 409, 422})
  void answerAboutTheRequest_isRelayed(int status) {
    Ride ride = rig.begun();
    assertThat(ride.fire(status(status, RetryAdvice.NONE))).isEqualTo(Action.RELAY);
  }

  @Test
  void bodyThatIsGone_isNotRepeated() {
    Ride ride = rig.begun();
    ride.fire(new Event.CallFailed(Reason.UPSTREAM_RESET, Trigger.RESET, Repeat.IMPOSSIBLE));
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.UPSTREAM_RESET));
  }

  @ParameterizedTest
  @EnumSource(Tier.class)
  void clientThatLeavesInAPause_takesItsPermitWithIt(Tier tier) {
    rig.tier = tier;
    Ride ride = rig.begun();
    ride.fire(RESET);
    ride.fire(Event.CALL_OVER);
    ride.fire(Event.CLIENT_LEFT);

    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.CLIENT_GONE));
    assertThat(rig.inFlight()).isZero();
    rig.pass(15 * MILLI);
    assertThat(ride.fire(Event.TIME_UP)).as("nothing more is started").isEqualTo(Action.NOTHING);
  }

  @Test
  void permitIsHeld_untilTheLastOfItsAttemptsIsOver() {
    Ride ride = rig.begun();
    ride.fire(RESET);
    rig.pass(15 * MILLI);
    ride.fire(Event.TIME_UP); // the first one is still being reset
    ride.fire(new Event.HeadReceived(200));
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isEqualTo(1);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
  }

  @Test
  void timerThatFiresEarly_waitsForTheRestOfThePause() {
    Ride ride = rig.begun();
    ride.fire(RESET);
    rig.pass(14 * MILLI);
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Pause(rig.nowNanos + MILLI));
  }

  @Test
  void pauseThatTookTooLong_beginsNothing() {
    Ride ride = rig.begun();
    ride.fire(RESET);
    rig.pass(JourneyRig.SECOND);
    ride.fire(Event.TIME_UP);
    assertThat(ride.outcome).isEqualTo(new Outcome.Failed(Reason.UPSTREAM_TIMEOUT));
  }
}
