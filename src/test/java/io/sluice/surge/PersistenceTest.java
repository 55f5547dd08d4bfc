package io.sluice.surge;

import static io.sluice.surge.Attempts.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.Backoff;
import io.sluice.client.ProblemHints;
import io.sluice.exchange.Tier;
import io.sluice.retry.RetryAdvice;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PersistenceTest {
  private static final Stream READ = Attempts.stream(Tier.P1, "GET", false);
  private static final Stream KEYED = Attempts.stream(Tier.P0, "POST", true);
  private static final Stream UNSAFE = Attempts.stream(Tier.P0, "POST", false);
  private static final Retry PATIENT =
      new Retry.Cooperative(Duration.ofSeconds(3), new Backoff(100, 1000, 50), false);

  private final long now = RandomGenerator.getDefault().nextLong();
  private final RandomGenerator random = new SplittableRandom(3);

  @Test
  void none_neverAsksAgain() {
    assertThat(wait(Retry.NONE, shed(READ, 1), Ending.SHED)).isEqualTo(Persistence.NEVER);
  }

  @Test
  void naive_asksAgainAtOnce_asOftenAsItMay() {
    var naive = new Retry.Naive(3);
    assertThat(wait(naive, shed(READ, 1), Ending.SHED)).isZero();
    assertThat(wait(naive, shed(READ, 3), Ending.SHED)).isZero();
    assertThat(wait(naive, shed(READ, 4), Ending.SHED)).isEqualTo(Persistence.NEVER);
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMED_OUT", "BROKEN", "CONNECT_FAILED"})
  void naive_repeatsEvenAnUnsafeWrite_afterSilence(Ending silence) {
    assertThat(wait(new Retry.Naive(3), silent(UNSAFE), silence)).isZero();
  }

  @Test
  void naive_takesAnAnswerThatCannotChange() {
    assertThat(wait(new Retry.Naive(3), answered(READ, 404), Ending.OTHER_STATUS))
        .isEqualTo(Persistence.NEVER);
    assertThat(wait(new Retry.Naive(3), answered(READ, 500), Ending.OTHER_STATUS)).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"TIMED_OUT_UNSENT", "QUEUE_FULL"})
  void nobodyAsksAgain_whenTheGeneratorItselfWasFull(Ending unsent) {
    assertThat(wait(new Retry.Naive(3), silent(READ), unsent)).isEqualTo(Persistence.NEVER);
    assertThat(wait(PATIENT, silent(READ), unsent)).isEqualTo(Persistence.NEVER);
  }

  @Test
  void cooperative_waitsForTheHint() {
    Attempt shed = shed(READ, 1);
    shed.advice = RetryAdvice.ofHeaders("700", null, null);
    assertThat(wait(PATIENT, shed, Ending.SHED)).isBetween(700 * MILLI, 750 * MILLI);
  }

  @Test
  void cooperative_followsTheProblemsHints_whenHeadersSaidNothing() {
    Attempt shed = shed(READ, 2);
    shed.problem = new ProblemHints(null, null, null, new Backoff(300, 5000, 10));
    assertThat(wait(PATIENT, shed, Ending.SHED)).isBetween(600 * MILLI, 610 * MILLI);
  }

  @Test
  void cooperative_doublesItsOwnSteps_whenNobodySaidAnything() {
    assertThat(wait(PATIENT, shed(READ, 3), Ending.SHED)).isBetween(400 * MILLI, 450 * MILLI);
  }

  @Test
  void cooperative_leaves_whenTheHintExceedsItsPatience() {
    Attempt shed = shed(READ, 1);
    shed.advice = RetryAdvice.ofHeaders("2995", null, null);
    assertThat(wait(PATIENT, shed, Ending.SHED)).isEqualTo(Persistence.NEVER);
  }

  @Test
  void cooperative_repeatsOnlyWhatMayBeRepeated_afterSilence() {
    assertThat(wait(PATIENT, silent(READ), Ending.TIMED_OUT)).isGreaterThan(0);
    assertThat(wait(PATIENT, silent(KEYED), Ending.BROKEN)).isGreaterThan(0);
    assertThat(wait(PATIENT, silent(UNSAFE), Ending.TIMED_OUT)).isEqualTo(Persistence.NEVER);
    assertThat(wait(PATIENT, silent(UNSAFE), Ending.BROKEN)).isEqualTo(Persistence.NEVER);
    Attempt neverSent = silent(UNSAFE);
    neverSent.sent = false;
    assertThat(wait(PATIENT, neverSent, Ending.CONNECT_FAILED)).isGreaterThan(0);
  }

  @Test
  void cooperative_takesAnyAnswerButARefusal() {
    assertThat(wait(PATIENT, answered(READ, 500), Ending.OTHER_STATUS))
        .isEqualTo(Persistence.NEVER);
  }

  @Test
  void cooperative_stops_whenItsBudgetIsSpent() {
    var persistence = new Persistence(Retry.Cooperative.DEFAULT, random, now);
    for (int i = 0; i < 100; i++) {
      persistence.onCall(now);
    }
    int granted = 0;
    for (int i = 0; i < 100; i++) {
      if (persistence.waitNanos(shed(READ, 1), Ending.SHED, now) != Persistence.NEVER) {
        granted++;
      }
    }
    assertThat(granted).isEqualTo(20);
  }

  private long wait(Retry retry, Attempt attempt, Ending ending) {
    return new Persistence(retry, random, now).waitNanos(attempt, ending, now);
  }

  private Attempt shed(Stream stream, int number) {
    return Attempts.answered(Attempts.call(stream, now, 3000, true), number, now, 429);
  }

  private Attempt answered(Stream stream, int status) {
    return Attempts.answered(Attempts.call(stream, now, 3000, true), 1, now, status);
  }

  private Attempt silent(Stream stream) {
    var attempt = new Attempt(Attempts.call(stream, now, 3000, true), 1, now, 500 * MILLI);
    attempt.sent = true;
    return attempt;
  }
}
