package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.exchange.Idempotence;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.Verdict;
import io.sluice.retry.Why;
import io.sluice.time.Deadline;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CooperationTest {
  private static final long MILLI = 1_000_000;
  private static final Backoff BACKOFF = new Backoff(100, 1000, 50);

  private final long now = RandomGenerator.getDefault().nextLong();
  private final RandomGenerator random = new SplittableRandom(now);
  private final Cooperation unbounded = new Cooperation(Cooperation.ANY_NUMBER, null);

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void after_asksAgain_whenTheServerRefused(int status) {
    assertAgain(after(unbounded, Setback.answered(status, RetryAdvice.NONE), 1), 100, 150);
  }

  @ParameterizedTest
  @ValueSource(ints = {202, 304, 400, 401, 404, 409, 422, 500, 501, 502, 504})
  void after_takesTheAnswer_whenTheServerAnsweredAnythingElse(int status) {
    assertStops(after(unbounded, Setback.answered(status, RetryAdvice.NONE), 1), Why.ANSWERED);
  }

  @Test
  void after_stops_whenAnUnsafeRequestMayHaveArrived() {
    assertStops(after(unbounded, Setback.silent(true, Idempotence.UNSAFE), 1), Why.OUTCOME_UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(names = {"SAFE", "IDEMPOTENT"})
  void after_asksAgain_whenTwiceIsOnce(Idempotence idempotence) {
    assertAgain(after(unbounded, Setback.silent(true, idempotence), 2), 200, 250);
  }

  @ParameterizedTest
  @EnumSource
  void after_asksAgain_whenNothingWasSent(Idempotence idempotence) {
    assertAgain(after(unbounded, Setback.silent(false, idempotence), 1), 100, 150);
  }

  @Test
  void after_neverComesBeforeTheHint() {
    var told = Setback.answered(429, RetryAdvice.ofHeaders("700", "1", null));
    assertAgain(after(unbounded, told, 1), 700, 750);
  }

  @Test
  void after_stops_whenTheHintLeavesTooLittleTime() {
    var told = Setback.answered(429, RetryAdvice.ofHeaders("2995", null, null));
    assertStops(after(unbounded, told, 1), Why.DEADLINE);
  }

  @Test
  void after_stops_whenItsAttemptsAreMade() {
    var twice = new Cooperation(2, null);
    assertAgain(after(twice, Setback.silent(true, Idempotence.SAFE), 1), 100, 150);
    assertStops(after(twice, Setback.silent(true, Idempotence.SAFE), 2), Why.ATTEMPTS);
  }

  @Test
  void after_stops_whenTheBudgetIsSpent_andPaysOnlyForWhatItGrants() {
    var budget = new RetryBudget(BudgetOptions.DEFAULT, now);
    var budgeted = new Cooperation(Cooperation.ANY_NUMBER, budget);
    for (int i = 0; i < 20; i++) {
      budgeted.request(now);
      after(budgeted, Setback.answered(404, RetryAdvice.NONE), 1);
    }
    for (int i = 0; i < 4; i++) {
      assertAgain(after(budgeted, Setback.answered(429, RetryAdvice.NONE), 1), 100, 150);
    }
    assertStops(after(budgeted, Setback.answered(429, RetryAdvice.NONE), 1), Why.BUDGET);
  }

  @Test
  void constructor_refuses_noAttempt() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Cooperation(0, null));
  }

  private Verdict after(Cooperation cooperation, Setback setback, int attemptsMade) {
    Deadline patience = Deadline.after(3000 * MILLI, now);
    return cooperation.after(setback, attemptsMade, BACKOFF, patience, random, now);
  }

  private void assertAgain(Verdict verdict, long fromMillis, long toMillis) {
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Again.class,
            again ->
                assertThat(again.atNanos() - now)
                    .isBetween(fromMillis * MILLI, toMillis * MILLI - 1));
  }

  private static void assertStops(Verdict verdict, Why why) {
    assertThat(verdict).isEqualTo(new Verdict.Stop(why));
  }
}
