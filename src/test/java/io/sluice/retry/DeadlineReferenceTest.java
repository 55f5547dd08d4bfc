package io.sluice.retry;

import static io.sluice.retry.PolicyRig.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Idempotence;
import io.sluice.time.Deadline;
import io.sluice.time.DeadlineHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * The reference case of a budget over attempts, with a virtual clock: 300 ms, 3 attempts, a backoff
 * of 15 ms that doubles, and a downstream that takes 80, 90 and 120 ms and then fails.
 */
class DeadlineReferenceTest {
  private final PolicyRig rig = new PolicyRig(RandomGenerator.getDefault().nextLong());
  private long now = rig.now;
  private final List<Long> forwardedNanos = new ArrayList<>();
  private final List<Long> tookNanos = new ArrayList<>();

  /** Plays all attempts; each takes so long and fails, unless it is cut before. */
  private Verdict play(RetryPolicy policy, Deadline total, long slackNanos, long... nanos) {
    for (int made = 0; ; made++) {
      Deadline attempt = policy.attemptDeadline(total, now);
      forwardedNanos.add(total.remainingNanos(now));
      long left = attempt.remainingNanos(now);
      boolean cut = nanos[made] >= left;
      long took = Math.min(nanos[made], left);
      tookNanos.add(took);
      now += took;
      var failure = Failure.of(cut ? Trigger.TIMEOUT : Trigger.RESET);
      Verdict verdict =
          policy.afterFailure(failure, made + 1, Idempotence.SAFE, true, false, total, 0, now);
      if (!(verdict instanceof Verdict.Again again)) {
        return verdict;
      }
      now = again.atNanos() + slackNanos; // the clock is read again after every pause
    }
  }

  @Test
  void thirdAttempt_isCutAtWhatIsLeft_andTheWholeTakesItsBudget() {
    Deadline total = Deadline.after(300 * MILLI, now);

    Verdict end = play(rig.policy(), total, 0, 80 * MILLI, 90 * MILLI, 120 * MILLI);

    assertThat(tookNanos).containsExactly(80 * MILLI, 90 * MILLI, 85 * MILLI);
    assertThat(forwardedNanos).containsExactly(300 * MILLI, 205 * MILLI, 85 * MILLI);
    assertThat(now - rig.now).isEqualTo(300 * MILLI);
    assertThat(end).isInstanceOf(Verdict.Stop.class);
  }

  @Test
  void forwardedTimes_areThoseOfTheHeader_andStrictlyDecrease() {
    Deadline total = Deadline.after(300 * MILLI, now);
    play(rig.policy(), total, 0, 80 * MILLI, 90 * MILLI, 120 * MILLI);
    List<String> headers =
        forwardedNanos.stream()
            .map(left -> DeadlineHeader.REQUEST_TIMEOUT_MS.format(left / MILLI))
            .toList();
    assertThat(headers).containsExactly("300", "205", "85");
  }

  @Test
  void pausesThatOvershoot_takeFromTheAttemptsAfterThem() {
    Deadline total = Deadline.after(300 * MILLI, now);
    play(rig.policy(), total, 33 * MILLI, 80 * MILLI, 90 * MILLI, 120 * MILLI);
    assertThat(tookNanos).containsExactly(80 * MILLI, 90 * MILLI, 19 * MILLI);
    assertThat(now - rig.now).isEqualTo(300 * MILLI);
  }

  @RepeatedTest(50)
  void whateverTheDownstreamTakes_noAttemptBeginsTooLate_andForwardedTimesDecrease() {
    long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
    System.out.println("DeadlineReferenceTest: -Dsluice.seed=" + seed);
    var random = new SplittableRandom(seed);
    rig.attempts = random.nextInt(1, 11);
    long budget = random.nextLong(1, 2000) * MILLI;
    Deadline total = Deadline.after(budget, now);
    long[] nanos = random.longs(rig.attempts, 1, 400 * MILLI).toArray();

    play(rig.policy(), total, 0, nanos);

    assertThat(now - total.atNanos()).as("seed %d", seed).isLessThanOrEqualTo(0);
    for (int i = 1; i < forwardedNanos.size(); i++) {
      assertThat(forwardedNanos.get(i))
          .as("seed %d", seed)
          .isLessThan(forwardedNanos.get(i - 1))
          .isGreaterThanOrEqualTo(10 * MILLI);
    }
  }
}
