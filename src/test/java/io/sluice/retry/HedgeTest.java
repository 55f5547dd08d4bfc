package io.sluice.retry;

import static io.sluice.retry.PolicyRig.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Idempotence;
import io.sluice.options.Share;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HedgeTest {
  private final PolicyRig rig = new PolicyRig(RandomGenerator.getDefault().nextLong());

  private Hedge hedge(long afterMillis, double percentile) {
    rig.hedge = new HedgeOptions(Duration.ofMillis(afterMillis), new Share(percentile));
    return new Hedge(rig.options(), rig.budgets());
  }

  private Verdict decide(Hedge hedge, int attemptsMade, long leftMillis) {
    return hedge.decide(attemptsMade, Deadline.after(leftMillis * MILLI, rig.now), rig.now);
  }

  @Test
  void nothing_isHedged_unlessConfigured() {
    var off = new Hedge(RetryOptions.DEFAULT, rig.budgets());
    assertThat(off.afterNanos(Idempotence.SAFE, 5)).isEqualTo(Hedge.NEVER);
  }

  @ParameterizedTest
  @EnumSource(names = {"IDEMPOTENT", "UNSAFE"})
  void whatIsNotSafe_isNeverHedged(Idempotence idempotence) {
    assertThat(hedge(50, 0).afterNanos(idempotence, 0)).isEqualTo(Hedge.NEVER);
  }

  @Test
  void read_isHedgedAfterTheDelay_orTheMeasuredPercentile_orTheLaterOfBoth() {
    assertThat(hedge(50, 0).afterNanos(Idempotence.SAFE, 0)).isEqualTo(50 * MILLI);
    assertThat(hedge(0, 0.95).afterNanos(Idempotence.SAFE, 70)).isEqualTo(70);
    assertThat(hedge(50, 0.95).afterNanos(Idempotence.SAFE, 70)).isEqualTo(50 * MILLI);
    assertThat(hedge(50, 0.95).afterNanos(Idempotence.SAFE, 70 * MILLI)).isEqualTo(70 * MILLI);
  }

  @Test
  void percentileThatIsNotKnownYet_hedgesNothing() {
    assertThat(hedge(50, 0.95).afterNanos(Idempotence.SAFE, 0)).isEqualTo(Hedge.NEVER);
  }

  @Test
  void hedge_countsAmongTheAttempts_andNeedsTime() {
    assertThat(decide(hedge(50, 0), 2, 100)).isEqualTo(new Verdict.Again(rig.now));
    assertThat(decide(hedge(50, 0), 3, 100)).isEqualTo(new Verdict.Stop(Why.ATTEMPTS));
    assertThat(decide(hedge(50, 0), 1, 9)).isEqualTo(new Verdict.Stop(Why.DEADLINE));
  }

  @Test
  void hedgesAndRetries_arePaidFromTheSameBudgets() {
    rig.budget = new BudgetOptions(Share.NONE, 2, 100);
    assertThat(decide(hedge(50, 0), 1, 100)).isInstanceOf(Verdict.Again.class);
    rig.assertAgainAfter(15);
    assertThat(decide(hedge(50, 0), 1, 100)).isEqualTo(new Verdict.Stop(Why.BUDGET));
    rig.assertStops(Why.BUDGET);
  }
}
