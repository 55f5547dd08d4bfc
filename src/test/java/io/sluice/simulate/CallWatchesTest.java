package io.sluice.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.CallResult;
import io.sluice.breaker.Passage;
import io.sluice.journey.Action;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Those who watch retries and breakers find what they are there to find. */
class CallWatchesTest {
  private static final long START = -5;
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;

  private final Verdicts verdicts = new Verdicts();
  private final VirtualTime time = new VirtualTime(START);
  private final BreakerWatch watch = breaker(Counting.CALL);

  private BreakerWatch breaker(Counting counts) {
    var options =
        new BreakerOptions(
            2,
            null,
            null,
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            20,
            List.of(500),
            counts,
            Duration.ofMillis(200),
            Duration.ofMillis(500));
    return new BreakerWatch("it", options, time, START, verdicts);
  }

  private static Action.Attempt attempt(int number, long forwardMillis) {
    return new Action.Attempt(Deadline.after(SECOND, START), forwardMillis, number);
  }

  private List<Invariant> violated() {
    return verdicts.all().entrySet().stream()
        .filter(each -> each.getValue().violated() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  private BudgetWatch budget(double ratio, int minimum, int perSecond) {
    return new BudgetWatch("it", new BudgetOptions(new Share(ratio), minimum, perSecond), verdicts);
  }

  @Test
  void retriesUpToTheirShare_areFoundGood_andOneMoreIsFound() {
    BudgetWatch budget = budget(0.2, 0, 1000);
    for (int i = 0; i < 10; i++) {
      budget.request(START + i * 90 * MILLI);
    }
    budget.retry(START + 900 * MILLI);
    budget.retry(START + 900 * MILLI);
    assertThat(violated()).isEmpty();
    assertThat(budget.highestShare()).isEqualTo(0.2);
    budget.retry(START + 900 * MILLI);
    assertThat(violated()).containsExactly(Invariant.RETRIES_WITHIN_BUDGET);
  }

  @Test
  void retriesOfOneSecond_beyondItsOwnRequests_areFound_howeverManyThereWereBefore() {
    BudgetWatch budget = budget(0.2, 0, 1000);
    for (int i = 0; i < 1000; i++) {
      budget.request(START);
    }
    budget.retry(START + SECOND - 1);
    assertThat(violated()).isEmpty();
    budget.retry(START + SECOND);
    assertThat(violated()).containsExactly(Invariant.RETRIES_WITHIN_BUDGET);
  }

  @Test
  void minimum_isNoShare() {
    BudgetWatch budget = budget(0, 3, 1000);
    for (int i = 0; i < 3; i++) {
      budget.retry(START);
    }
    assertThat(budget.highestShare()).isZero();
    budget.retry(START + 9 * SECOND);
    assertThat(violated()).containsExactly(Invariant.RETRIES_WITHIN_BUDGET);
  }

  @Test
  void moreRetriesThanTwoSecondsWorth_areFound() {
    BudgetWatch budget = budget(1, 0, 1);
    for (int i = 0; i < 10; i++) {
      budget.request(START);
    }
    budget.retry(START);
    budget.retry(START);
    assertThat(violated()).isEmpty();
    budget.retry(START);
    assertThat(violated()).containsExactly(Invariant.RETRIES_WITHIN_BUDGET);
  }

  @Test
  void slidingTimes_countWhatIsWithinTheWindow_alsoWhenTheirRingGrows() {
    var times = new SlidingTimes(SECOND);
    for (int i = 0; i < 1000; i++) {
      times.add(START + i * 10 * MILLI);
      assertThat(times.count(START + i * 10 * MILLI)).isEqualTo(Math.min(i + 1, 100));
    }
    for (int i = 0; i < 500; i++) {
      times.add(START + 9990 * MILLI);
    }
    assertThat(times.count(START + 9990 * MILLI)).isEqualTo(600);
    assertThat(times.count(START + 10_989 * MILLI)).isEqualTo(501);
    assertThat(times.count(START + 10_990 * MILLI)).isZero();
  }

  @Test
  void laterAttemptToldAsMuchTime_orMadeWithoutAPermit_isFound() {
    var judge = new AttemptsJudge(verdicts, true);
    judge.attempt(attempt(1, 500), true);
    judge.attempt(attempt(2, 499), true);
    judge.ended(false, false);
    assertThat(violated()).isEmpty();
    judge.attempt(attempt(3, 499), true);
    assertThat(violated()).containsExactly(Invariant.FORWARDED_DEADLINES_DECREASE);
    judge.attempt(attempt(4, 1), false);
    assertThat(violated()).contains(Invariant.ONE_PERMIT_FOR_ALL_ATTEMPTS);
  }

  @Test
  void permitOrPassageKeptBeyondTheLastAttempt_isFound() {
    var judge = new AttemptsJudge(verdicts, true);
    judge.attempt(attempt(1, 500), true);
    judge.attempt(attempt(2, 400), true);
    judge.ended(true, true);
    assertThat(violated())
        .containsExactly(Invariant.ONE_PERMIT_FOR_ALL_ATTEMPTS, Invariant.PASSAGES_END_ONCE);
  }

  /** Two failures, of a breaker that opens after two. */
  private void open() {
    for (int i = 0; i < 2; i++) {
      Passage passage = (Passage) watch.breaker().enter(time.nowNanos());
      watch.breaker().end(passage, CallResult.FAILURE, 0, time.nowNanos());
    }
  }

  private void pass(long nanos) {
    time.runUntil(time.nowNanos() + nanos);
  }

  private void probe(Object by) {
    assertThat(watch.breaker().enter(time.nowNanos()))
        .isInstanceOfSatisfying(Passage.class, passed -> assertThat(passed.isProbe()).isTrue());
    watch.attempt(by, attempt(1, 100), time.nowNanos());
  }

  @Test
  void callDuringTheCooldown_isFound() {
    open();
    watch.attempt("early", attempt(1, 100), time.nowNanos() + 199 * MILLI);
    assertThat(violated()).containsExactly(Invariant.COOLDOWN_IS_KEPT);
  }

  @Test
  void furtherAttemptOfWhoPassedBefore_isNoCallOfItsOwn() {
    open();
    watch.attempt("passed before", attempt(2, 100), time.nowNanos());
    assertThat(violated()).isEmpty();
  }

  @Test
  void probeBesideAProbe_isFound_butNotAfterItsTime() {
    open();
    pass(200 * MILLI);
    probe("first");
    assertThat(violated()).isEmpty();
    pass(500 * MILLI);
    probe("after the first was lost");
    assertThat(violated()).isEmpty();
    watch.attempt("beside it", attempt(1, 100), time.nowNanos());
    assertThat(violated()).containsExactly(Invariant.ONE_PROBE_AT_A_TIME);
  }

  @Test
  void probeThatIsNeverEnded_isFound() {
    open();
    pass(200 * MILLI);
    probe("for ever");
    watch.idle(time.nowNanos());
    assertThat(violated()).containsExactly(Invariant.PASSAGES_END_ONCE);
  }

  @Test
  void record_saysHowOftenAndHowLongItWasOpen_andWhenItClosedAgain() {
    pass(SECOND);
    open();
    pass(200 * MILLI);
    Passage failing = (Passage) watch.breaker().enter(time.nowNanos());
    watch.attempt("first", attempt(1, 100), time.nowNanos());
    watch.breaker().end(failing, CallResult.FAILURE, 0, time.nowNanos());
    watch.over("first");
    pass(300 * MILLI);
    Passage working = (Passage) watch.breaker().enter(time.nowNanos());
    watch.attempt("second", attempt(1, 100), time.nowNanos());
    watch.breaker().end(working, CallResult.SUCCESS, 0, time.nowNanos());
    watch.over("second");
    pass(500 * MILLI);

    BreakerRecord did = watch.until(START + 2 * SECOND);
    assertThat(did.opened()).isEqualTo(1);
    assertThat(did.reopened()).isEqualTo(1);
    assertThat(did.closed()).isEqualTo(1);
    assertThat(did.probes()).isEqualTo(2);
    assertThat(did.probesPerCooldown()).isEqualTo(1);
    assertThat(did.openShare()).isEqualTo(0.25);
    assertThat(did.closedAfterNanos(START + 1100 * MILLI)).isEqualTo(400 * MILLI);
    assertThat(did.closedAfterNanos(START + 500 * MILLI)).isZero();
    assertThat(did.closedAfterNanos(START + 1600 * MILLI)).isZero();
    assertThat(requireNonNull(verdicts.all().get(Invariant.ONE_PROBE_AT_A_TIME)).judged())
        .isEqualTo(2);
    assertThat(violated()).isEmpty();
  }
}
