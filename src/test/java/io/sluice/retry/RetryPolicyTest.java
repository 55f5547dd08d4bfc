package io.sluice.retry;

import static io.sluice.retry.PolicyRig.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.exchange.Idempotence;
import io.sluice.options.Share;
import io.sluice.retry.RetryOptions.On;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
  private final PolicyRig rig = new PolicyRig(RandomGenerator.getDefault().nextLong());

  private static Failure of(Trigger trigger) {
    return trigger == Trigger.STATUS
        ? Failure.ofStatus(503, RetryAdvice.NONE)
        : Failure.of(trigger);
  }

  // ---- what is never done

  @ParameterizedTest
  @ValueSource(ints = {200, 304, 400, 401, 404, 408, 409, 413, 422, 425, 451, 499})
  void answerAboutTheRequest_isFinal(int status) {
    rig.statuses = List.of(status); // even if it could be configured
    rig.failure = Failure.ofStatus(status, RetryAdvice.NONE);
    rig.assertStops(Why.ANSWERED);
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 500, 502, 503, 504})
  void answerThatIsNamed_isTriedAgain(int status) {
    rig.failure = Failure.ofStatus(status, RetryAdvice.NONE);
    rig.assertAgainAfter(15);
    rig.statuses = List.of();
    rig.assertStops(Why.NOT_CONFIGURED);
  }

  @Test
  void answerThatIsNot_isNot() {
    rig.failure = Failure.ofStatus(501, RetryAdvice.NONE);
    rig.assertStops(Why.NOT_CONFIGURED);
  }

  @ParameterizedTest
  @EnumSource(names = "STATUS", mode = EnumSource.Mode.EXCLUDE)
  void failureThatIsNotNamed_isNotTriedAgain(Trigger trigger) {
    rig.failure = of(trigger);
    rig.assertAgainAfter(trigger == Trigger.STALE_CONNECTION ? 0 : 15);
    rig.on = List.of(On.values()).stream().filter(on -> !on.name().equals(trigger.name())).toList();
    rig.assertStops(Why.NOT_CONFIGURED);
  }

  /** Field case 17: a POST is not tried again, unless nothing was done. */
  @ParameterizedTest
  @EnumSource
  void unsafeRequest_isOnlyTriedAgain_whenNothingWasDone(Trigger trigger) {
    rig.failure = of(trigger);
    rig.idempotence = Idempotence.UNSAFE;
    if (trigger == Trigger.CONNECT_FAILURE || trigger == Trigger.UNPROCESSED) {
      rig.assertAgainAfter(15);
    } else {
      rig.assertStops(Why.OUTCOME_UNKNOWN);
    }
  }

  @Test
  void timedOutWrite_isOnlyTriedAgain_withATrustedKey() {
    rig.failure = Failure.of(Trigger.TIMEOUT);
    rig.idempotence = Idempotence.UNSAFE;
    rig.assertStops(Why.OUTCOME_UNKNOWN);
    rig.idempotence = Idempotence.IDEMPOTENT;
    rig.assertAgainAfter(15);
  }

  /** Field case 19: no retry with an empty body. */
  @ParameterizedTest
  @EnumSource
  void bodyThatWasNotKept_isOnlyTriedAgain_whenNothingWasSent(Trigger trigger) {
    rig.failure = of(trigger);
    rig.replayable = false;
    if (trigger == Trigger.CONNECT_FAILURE) {
      rig.assertAgainAfter(15);
    } else {
      rig.assertStops(Why.NOT_REPLAYABLE);
    }
  }

  @Test
  void attempts_areBounded_theFirstOneIncluded() {
    rig.attemptsMade = 2;
    rig.assertAgainAfter(30);
    rig.attemptsMade = 3;
    rig.assertStops(Why.ATTEMPTS);
    rig.attempts = 1;
    rig.attemptsMade = 1;
    rig.assertStops(Why.ATTEMPTS);
  }

  // ---- time

  @ParameterizedTest
  @CsvSource({"1,15", "2,30", "3,60", "4,120", "5,200", "6,200", "9,200"})
  void pause_doublesToItsCap(int attemptsMade, long millis) {
    rig.attempts = 10;
    rig.attemptsMade = attemptsMade;
    rig.assertAgainAfter(millis);
  }

  @ParameterizedTest
  @CsvSource({"0,15", "0.5,18.75", "0.99,22.425"})
  void jitter_comesOnTopOfThePause(double draw, double millis) {
    rig.jitter = new Share(0.5);
    rig.draw = draw;
    rig.assertAgainAfter(millis);
  }

  @ParameterizedTest
  @CsvSource({"100,15", "25,15", "24,14", "11,1", "10,0"})
  void pause_leavesAtLeastTheLeastAttempt(long leftMillis, long millis) {
    rig.leftMillis = leftMillis;
    rig.assertAgainAfter(millis);
  }

  @ParameterizedTest
  @ValueSource(longs = {9, 1, 0, -1, -500})
  void tooLittleTimeForAnother_stops(long leftMillis) {
    rig.leftMillis = leftMillis;
    rig.assertStops(Why.DEADLINE);
  }

  /** Field case 18: the connection was only old. */
  @Test
  void staleConnection_isReplacedAtOnce() {
    rig.failure = Failure.of(Trigger.STALE_CONNECTION);
    rig.assertAgainAfter(0);
  }

  @ParameterizedTest
  @CsvSource({"CONNECT_FAILURE,0", "UNPROCESSED,0", "STALE_CONNECTION,0", "RESET,15", "TIMEOUT,15"})
  void otherEndpoint_isAskedAtOnce_whenNothingWasDone(Trigger trigger, long millis) {
    rig.failure = Failure.of(trigger);
    rig.elsewhere = true;
    rig.assertAgainAfter(millis);
  }

  // ---- what the backend asks for: field case 30

  private void told(@Nullable String millis, String retryAfter) {
    rig.failure =
        Failure.ofStatus(
            503, RetryAdvice.ofHeaders(millis, retryAfter, "Mon, 30 Nov 2026 12:00:00 GMT"));
  }

  @Test
  void retryAfter_isWaitedFor_onTheSameEndpoint() {
    told("700", "1");
    rig.assertAgainAfter(700);
    told(null, "1");
    rig.leftMillis = 5000;
    rig.assertAgainAfter(1000);
    told(null, "Mon, 30 Nov 2026 12:00:03 GMT");
    rig.assertAgainAfter(3000);
  }

  @Test
  void retryAfter_isSpreadUpward_andCappedByWhatIsLeft() {
    told("700", "1");
    rig.jitter = Share.ALL;
    rig.draw = 0.5;
    rig.assertAgainAfter(707.5);
    rig.leftMillis = 712;
    rig.assertAgainAfter(702);
  }

  @Test
  void retryAfter_shorterThanThePause_doesNotShortenIt() {
    told("3", "1");
    rig.assertAgainAfter(15);
  }

  @Test
  void retryAfter_thatDoesNotFit_stops() {
    told("990", "1");
    rig.assertAgainAfter(990);
    told("991", "1");
    rig.assertStops(Why.RETRY_AFTER);
    told(null, "99999999999999999999999");
    rig.assertStops(Why.RETRY_AFTER);
    told(null, "Fri, 31 Dec 9999 23:59:59 GMT");
    rig.assertStops(Why.RETRY_AFTER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "-5",
        "1.5",
        "0",
        "0x10",
        "1s",
        "Mon, 30 Nov 2026 11:00:00 GMT",
        "2026-11-30"
      })
  void retryAfter_thatIsPastOrJunk_saysNothing(String junk) {
    told(null, junk);
    rig.assertAgainAfter(15);
  }

  @Test
  void retryAfter_asADateThatCannotBeMeasured_stops() {
    String date = "Mon, 30 Nov 2026 12:00:03 GMT";
    rig.failure = Failure.ofStatus(503, RetryAdvice.ofHeaders(null, date, null));
    rig.assertStops(Why.RETRY_AFTER);
  }

  @Test
  void retryAfter_doesNotBindAnotherEndpoint() {
    told(null, "3600");
    rig.elsewhere = true;
    rig.assertAgainAfter(15);
  }

  // ---- budgets

  @Test
  void spentBudgets_stop_andAreNamed() {
    rig.budget = new BudgetOptions(Share.NONE, 1, 100);
    rig.assertAgainAfter(15);
    rig.assertStops(Why.BUDGET);
    var other = new PolicyRig(rig.now);
    other.global = new BudgetOptions(Share.NONE, 1, 100);
    other.assertAgainAfter(15);
    other.assertStops(Why.GLOBAL_BUDGET);
  }

  // ---- how long an attempt may take

  /** Field case 23: an attempt gets what is left, not the whole again. */
  @Test
  void attemptDeadline_isWhatIsLeft_orLess() {
    Deadline total = Deadline.after(300 * MILLI, rig.now);
    assertThat(rig.policy().attemptDeadline(total, rig.now)).isEqualTo(total);
    rig.perAttempt = Duration.ofMillis(100);
    RetryPolicy policy = rig.policy();
    assertThat(policy.attemptDeadline(total, rig.now).remainingNanos(rig.now))
        .isEqualTo(100 * MILLI);
    // Field case 22: not 100 ms with 50 left.
    assertThat(policy.attemptDeadline(total, rig.now + 250 * MILLI)).isEqualTo(total);
  }

  // ---- what cannot be said

  @Test
  void failure_hasAStatusExactlyIfThereWasAnAnswer() {
    assertThatIllegalArgumentException().isThrownBy(() -> Failure.of(Trigger.STATUS));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Failure(Trigger.RESET, 503, RetryAdvice.NONE));
    assertThatIllegalArgumentException().isThrownBy(() -> Failure.ofStatus(600, RetryAdvice.NONE));
  }

  @Test
  void options_refuseWhatCannotBe() {
    rig.attempts = 0;
    assertThatIllegalArgumentException().isThrownBy(rig::options);
    rig.attempts = 1;
    rig.perAttempt = Duration.ZERO;
    assertThatIllegalArgumentException().isThrownBy(rig::options);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BackoffOptions(Duration.ZERO, Duration.ofMillis(1), Share.NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HedgeOptions(Duration.ofMillis(-1), Share.NONE));
  }
}
