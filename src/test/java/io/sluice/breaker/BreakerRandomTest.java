package io.sluice.breaker;

import static io.sluice.breaker.BreakerState.CLOSED;
import static io.sluice.breaker.BreakerState.HALF_OPEN;
import static io.sluice.breaker.BreakerState.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;

/** What holds whatever happens: random calls, results, times and operators. */
class BreakerRandomTest {
  private static final int FAILURES = 3;
  private static final long COOLDOWN = 200 * Rig.MILLI;
  private static final long PROBE = 100 * Rig.MILLI;

  private final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
  private final SplittableRandom random = new SplittableRandom(seed);
  private final Rig rig = new Rig(Rig.reference(), random.nextLong());
  private final List<Passage> out = new ArrayList<>();
  private int told;

  /** Failures since the last thing that clears them; as a naive reader of the rules counts. */
  private int inARow;

  private long leftAloneUntil;
  private long probedAt;
  private int undecidedProbes;

  @RepeatedTest(20)
  void invariants_hold() {
    System.out.println("BreakerRandomTest: -Dsluice.seed=" + seed);
    boolean operators = random.nextBoolean();
    for (int i = 0; i < 5_000; i++) {
      BreakerState before = rig.state();
      switch (random.nextInt(10)) {
        case 0, 1 -> rig.nowNanos += random.nextLong(60 * Rig.MILLI);
        case 2, 3, 4, 5 -> enter(before);
        case 6, 7, 8 -> end(before);
        default -> operate(operators);
      }
      follow();
    }
    assertThat(rig.told.size()).isPositive();
  }

  private void enter(BreakerState before) {
    boolean leftAlone = before == OPEN && rig.nowNanos - leftAloneUntil < 0;
    Entry entry = rig.enter();
    follow(); // a lost probe makes room for the next within one call
    switch (entry) {
      case Refused refused -> {
        assertThat(before).isNotEqualTo(CLOSED);
        assertThat(before).isNotEqualTo(BreakerState.FORCED_CLOSED);
        assertThat(refused.openForNanos()).isBetween(1L, COOLDOWN);
        assertThat(refused.forced()).isEqualTo(before == BreakerState.FORCED_OPEN);
      }
      case Passage passage -> {
        assertThat(leftAlone).as("passed within the cooldown, seed %d", seed).isFalse();
        assertThat(passage.isProbe()).isEqualTo(rig.state() == HALF_OPEN);
        if (passage.isProbe()) {
          assertThat(undecidedProbes).as("probes out, seed %d", seed).isZero();
          undecidedProbes = 1;
          probedAt = rig.nowNanos;
        }
        out.add(passage);
      }
    }
  }

  private void end(BreakerState before) {
    if (out.isEmpty()) {
      return;
    }
    Passage passage = out.remove(random.nextInt(out.size()));
    CallResult result = CallResult.values()[random.nextInt(3)];
    int transitions = rig.told.size();
    int counted = rig.seen().counts().inARow();
    rig.end(passage, result);
    if (before == CLOSED && rig.state() == CLOSED && rig.seen().counts().inARow() != counted) {
      inARow = result == CallResult.SUCCESS ? 0 : inARow + 1;
      assertThat(rig.seen().counts().inARow()).isEqualTo(inARow).isLessThan(FAILURES);
    }
    boolean gaveBack = before == HALF_OPEN && rig.state() == HALF_OPEN && !rig.seen().probing();
    if (gaveBack && undecidedProbes == 1) {
      assertThat(result).isEqualTo(CallResult.IGNORED);
      undecidedProbes = 0;
    }
    boolean neutral = result == CallResult.IGNORED && rig.nowNanos - probedAt < PROBE;
    assertThat(neutral && rig.told.size() > transitions).as("ignored, seed %d", seed).isFalse();
  }

  private void operate(boolean operators) {
    if (operators && random.nextInt(20) == 0) {
      switch (random.nextInt(3)) {
        case 0 -> rig.breaker.forceOpen(rig.nowNanos);
        case 1 -> rig.breaker.forceClose(rig.nowNanos);
        default -> rig.breaker.release(rig.nowNanos);
      }
    }
  }

  /** Every transition is one of the legal ones, and for its reason. */
  private void follow() {
    for (; told < rig.told.size(); told++) {
      Transition step = rig.told.get(told);
      if (told > 0) {
        assertThat(step.from()).isEqualTo(rig.told.get(told - 1).to());
      }
      switch (step.why()) {
        case FAILURES -> {
          assertLegal(step, CLOSED, OPEN);
          assertThat(inARow).as("failures before opening, seed %d", seed).isEqualTo(FAILURES - 1);
          leftAloneUntil = step.atNanos() + COOLDOWN;
        }
        case COOLDOWN_OVER -> {
          assertLegal(step, OPEN, HALF_OPEN);
          assertThat(step.atNanos() - leftAloneUntil).isNotNegative();
        }
        case PROBE_FAILED -> {
          assertLegal(step, HALF_OPEN, OPEN);
          assertThat(step.atNanos() - probedAt).isLessThan(PROBE);
          leftAloneUntil = step.atNanos() + COOLDOWN;
          undecidedProbes = 0;
        }
        case PROBE_LOST -> {
          assertLegal(step, HALF_OPEN, OPEN);
          assertThat(step.atNanos() - probedAt).isGreaterThanOrEqualTo(PROBE);
          leftAloneUntil = probedAt + COOLDOWN;
          undecidedProbes = 0;
        }
        case PROBE_SUCCEEDED -> {
          assertLegal(step, HALF_OPEN, CLOSED);
          assertThat(step.atNanos() - probedAt).isLessThan(PROBE);
          undecidedProbes = 0;
        }
        case FORCED, RELEASED -> undecidedProbes = 0;
        case FAILURE_RATE, SLOW_RATE, PROBE_SLOW ->
            throw new AssertionError(step + ": nothing here has rates, seed " + seed);
      }
      inARow = 0;
    }
  }

  private void assertLegal(Transition step, BreakerState from, BreakerState to) {
    assertThat(step.from()).as("%s, seed %d", step, seed).isEqualTo(from);
    assertThat(step.to()).as("%s, seed %d", step, seed).isEqualTo(to);
  }
}
