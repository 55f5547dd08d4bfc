package io.sluice.breaker;

import static io.sluice.breaker.CallResult.FAILURE;
import static io.sluice.breaker.CallResult.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.Outage.Answer;
import io.sluice.breaker.Transition.Why;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backend is ill from the second second to the sixth: who is spared, and how soon it is back. */
class OutageTest {
  private static final int BEGIN = 2_000;
  private static final int END = 6_000;
  private static final int COOLDOWN = 200;
  private static final int OVER = 10_000;

  private final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());

  @BeforeEach
  void print() {
    System.out.println("OutageTest: -Dsluice.seed=" + seed);
  }

  private static BreakerOptions options(@Nullable Share slowRate) {
    return new BreakerOptions(
        5,
        null,
        slowRate,
        Duration.ofMillis(50),
        Duration.ofSeconds(1),
        20,
        List.of(503),
        Counting.CALL,
        Duration.ofMillis(COOLDOWN),
        Duration.ofMillis(400));
  }

  private Outage outage(BreakerOptions options, Answer ill) {
    return new Outage(
        options, at -> at >= BEGIN && at < END ? ill : new Answer(SUCCESS, 5), seed, OVER);
  }

  /** A cooldown after the last probe of an ill backend, and as long as one of those may take. */
  private static void assertBackWithinTwoCooldowns(Outage outage, int probeMillis) {
    int back = END + 2 * COOLDOWN + probeMillis;
    assertThat(outage.refused(0, BEGIN)).isZero();
    assertThat(outage.refused(back, OVER)).isZero();
    assertThat(outage.failed(back, OVER)).isZero();
    assertThat(outage.steps(Why.PROBE_SUCCEEDED, 0, OVER)).isEqualTo(1);
  }

  @Test
  void errorBurst_reachesTheBackendWithOneCallPerCooldown() {
    Outage burst = outage(options(null), new Answer(FAILURE, 5));
    assertThat(burst.steps(Why.FAILURES, BEGIN, BEGIN + 100)).isEqualTo(1);
    assertThat(burst.steps(Why.COOLDOWN_OVER, BEGIN, END)).isBetween(17L, 20L);
    // Five to open it, those on their way meanwhile, and the probes.
    assertThat(burst.sent(BEGIN, END)).isLessThan(5 + 25 + 20);
    assertThat(burst.refused(BEGIN, END)).isGreaterThan(1_500);
    assertBackWithinTwoCooldowns(burst, 5);
  }

  @Test
  void blackHole_holdsNobodyButProbes_onceItIsKnown() {
    Outage hole = outage(options(null), new Answer(FAILURE, 300));
    assertThat(hole.steps(Why.FAILURES, BEGIN + 300, BEGIN + 400)).isEqualTo(1);
    assertThat(hole.steps(Why.COOLDOWN_OVER, BEGIN, END)).isBetween(6L, 8L);
    assertThat(hole.sent(BEGIN + 400, END)).as("probes only").isLessThanOrEqualTo(8);
    assertThat(hole.steps(Why.PROBE_LOST, 0, OVER)).isZero();
    assertBackWithinTwoCooldowns(hole, 300);
  }

  /** Calls that outlast the probe's time: the breaker still probes, and still gets out. */
  @Test
  void blackHoleWithoutAnEnd_losesItsProbes_andTheBreakerStillCloses() {
    Outage hole = outage(options(null), new Answer(FAILURE, 1_500));
    assertThat(hole.steps(Why.FAILURES, BEGIN + 1_500, BEGIN + 1_600)).isEqualTo(1);
    assertThat(hole.steps(Why.PROBE_LOST, BEGIN, END + 400)).isBetween(4L, 6L);
    assertThat(hole.sent(BEGIN + 1_600, END)).as("probes only").isLessThanOrEqualTo(6);
    assertBackWithinTwoCooldowns(hole, 400);
  }

  @Test
  void slowDown_opensByItsShare_andSlowProbesDoNotClose() {
    Outage slow = outage(options(new Share(0.5)), new Answer(SUCCESS, 80));
    assertThat(slow.steps(Why.SLOW_RATE, BEGIN, END)).isEqualTo(1);
    assertThat(slow.steps(Why.PROBE_SLOW, BEGIN, END + 80)).isBetween(8L, 14L);
    assertThat(slow.steps(Why.PROBE_FAILED, 0, OVER)).isZero();
    assertBackWithinTwoCooldowns(slow, 80);
  }

  @Test
  void slowDown_isLeftToTheLane_whereNoShareOfItIsAskedFor() {
    Outage slow = outage(options(null), new Answer(SUCCESS, 80));
    assertThat(slow.rig.told).isEmpty();
  }

  /** Bears a probe and not the load: each time it closes, some calls fail. */
  @Test
  void backendThatBearsOnlyAProbe_failsAFewCallsPerCooldown() {
    int[] calls = new int[1];
    Outage flapping =
        new Outage(
            options(null),
            at ->
                at >= BEGIN && at < END && ++calls[0] % 8 != 0
                    ? new Answer(FAILURE, 5)
                    : new Answer(SUCCESS, 5),
            seed,
            OVER);
    assertThat(flapping.steps(Why.FAILURES, BEGIN, END)).isBetween(1L, 20L);
    assertThat(flapping.failed(BEGIN, END)).isLessThan(20 * (5 + 10));
    assertThat(flapping.refused(END + 2 * COOLDOWN + 5, OVER)).isZero();
  }
}
