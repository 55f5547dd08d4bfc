package io.sluice.breaker;

import static io.sluice.breaker.BreakerState.CLOSED;
import static io.sluice.breaker.BreakerState.FORCED_CLOSED;
import static io.sluice.breaker.BreakerState.FORCED_OPEN;
import static io.sluice.breaker.BreakerState.HALF_OPEN;
import static io.sluice.breaker.BreakerState.OPEN;
import static io.sluice.breaker.CallResult.FAILURE;
import static io.sluice.breaker.CallResult.IGNORED;
import static io.sluice.breaker.CallResult.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.Transition.Why;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CircuitBreakerTest {
  private final Rig rig = new Rig(Rig.reference(), -77 * Rig.MILLI);

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -150_000_000, Long.MIN_VALUE, Long.MAX_VALUE - 1, 12345})
  void referenceLog_stepByStep_whereverTheClockStarts(long startNanos) {
    var log = new Rig(Rig.reference(), startNanos);
    log.call(FAILURE);
    log.call(FAILURE);
    assertThat(log.state()).isEqualTo(CLOSED);
    log.call(FAILURE);
    assertThat(log.state()).as("3 failures").isEqualTo(OPEN);
    log.refused();
    log.refused();
    log.pass(200);
    Passage failing = log.let();
    assertThat(log.state()).as("cooldown over").isEqualTo(HALF_OPEN);
    log.end(failing, FAILURE);
    assertThat(log.state()).as("the probe failed").isEqualTo(OPEN);
    log.refused();
    log.pass(200);
    Passage answered = log.let();
    assertThat(log.state()).isEqualTo(HALF_OPEN);
    log.end(answered, SUCCESS);
    assertThat(log.state()).as("the probe succeeded").isEqualTo(CLOSED);
    assertThat(log.seen().counts().inARow()).as("cleared").isZero();
    log.call(FAILURE);
    assertThat(log.seen().counts().inARow()).isEqualTo(1);
    log.call(SUCCESS);
    assertThat(log.seen().counts().inARow()).isZero();
    assertThat(log.seen().refused()).isEqualTo(3);
    assertThat(log.seen().probes()).isEqualTo(2);
    assertThat(log.reasons())
        .containsExactly(
            Why.FAILURES,
            Why.COOLDOWN_OVER,
            Why.PROBE_FAILED,
            Why.COOLDOWN_OVER,
            Why.PROBE_SUCCEEDED);
  }

  @Test
  void success_clearsTheFailuresInARow() {
    for (int i = 0; i < 50; i++) {
      rig.calls(2, FAILURE);
      rig.call(SUCCESS);
    }
    assertThat(rig.state()).isEqualTo(CLOSED);
    assertThat(rig.told).isEmpty();
  }

  @Test
  void ignoredCall_neitherCountsNorClears() {
    rig.calls(2, FAILURE);
    rig.calls(10, IGNORED);
    assertThat(rig.seen().counts().inARow()).isEqualTo(2);
    rig.call(FAILURE);
    assertThat(rig.state()).isEqualTo(OPEN);
  }

  @Test
  void refusal_saysHowMuchOfTheCooldownIsLeft() {
    rig.calls(3, FAILURE);
    assertThat(rig.refused()).isEqualTo(new Refused(200 * Rig.MILLI, false));
    rig.pass(150);
    assertThat(rig.refused()).isEqualTo(new Refused(50 * Rig.MILLI, false));
    assertThat(rig.seen().openForNanos()).isEqualTo(50 * Rig.MILLI);
    rig.pass(1000);
    assertThat(rig.seen().openForNanos()).as("the next call would pass").isZero();
  }

  @Test
  void probesFailure_restartsTheWholeCooldown_fromItsEnd() {
    Passage probe = rig.probe();
    rig.pass(90);
    rig.end(probe, FAILURE);
    rig.pass(199);
    assertThat(rig.refused()).isEqualTo(new Refused(Rig.MILLI, false));
    rig.pass(1);
    assertThat(rig.let().isProbe()).isTrue();
  }

  @Test
  void resultsOfAnEarlierState_changeNothing() {
    Passage lateSuccess = rig.let();
    Passage lateFailure = rig.let();
    rig.calls(3, FAILURE);
    rig.end(lateSuccess, SUCCESS);
    assertThat(rig.state()).as("begun while closed, ended while open").isEqualTo(OPEN);
    rig.pass(200);
    Passage probe = rig.let();
    rig.end(lateFailure, FAILURE);
    assertThat(rig.state()).as("begun while closed, ended while half-open").isEqualTo(HALF_OPEN);
    rig.end(probe, SUCCESS);
    assertThat(rig.state()).isEqualTo(CLOSED);
  }

  @Test
  void resultsOfAnEarlierClosedState_areNotCountedInTheNext() {
    List<Passage> slow = List.of(rig.let(), rig.let(), rig.let());
    rig.end(rig.probe(), SUCCESS);
    slow.forEach(passage -> rig.end(passage, FAILURE));
    assertThat(rig.state()).isEqualTo(CLOSED);
    assertThat(rig.seen().counts().inARow()).isZero();
  }

  @Test
  void secondEnd_changesNothing_andIsCounted() {
    Passage passage = rig.let();
    rig.end(passage, FAILURE);
    rig.end(passage, FAILURE);
    rig.end(passage, SUCCESS);
    assertThat(rig.seen().counts().inARow()).isEqualTo(1);
    assertThat(rig.seen().duplicateEnds()).isEqualTo(2);
  }

  @Test
  void transition_namesBackendStatesReasonAndCounts() {
    rig.calls(2, FAILURE);
    rig.pass(7);
    rig.call(FAILURE);
    assertThat(rig.told)
        .containsExactly(
            new Transition(
                "library", CLOSED, OPEN, Why.FAILURES, new CallCounts(3, 0, 0, 0), rig.nowNanos));
  }

  @Test
  void snapshot_countsTransitionsByReason() {
    rig.end(rig.probe(), FAILURE);
    assertThat(rig.seen().transitions())
        .containsEntry(Why.FAILURES, 1L)
        .containsEntry(Why.COOLDOWN_OVER, 1L)
        .containsEntry(Why.PROBE_FAILED, 1L)
        .containsEntry(Why.PROBE_LOST, 0L)
        .containsOnlyKeys(Why.values());
    assertThat(rig.seen().sinceNanos()).isEqualTo(rig.nowNanos);
  }

  // ---- an operator's word

  @Test
  void forcedOpen_refusesEverybody_untilReleased_andThenTheNextCallIsAProbe() {
    rig.breaker.forceOpen(rig.nowNanos);
    rig.breaker.forceOpen(rig.nowNanos);
    rig.pass(100_000);
    assertThat(rig.refused()).isEqualTo(new Refused(200 * Rig.MILLI, true));
    assertThat(rig.state()).isEqualTo(FORCED_OPEN);
    rig.breaker.release(rig.nowNanos);
    assertThat(rig.state()).isEqualTo(HALF_OPEN);
    Passage probe = rig.let();
    assertThat(probe.isProbe()).isTrue();
    rig.refused();
    rig.end(probe, SUCCESS);
    assertThat(rig.state()).isEqualTo(CLOSED);
    assertThat(rig.reasons()).containsExactly(Why.FORCED, Why.RELEASED, Why.PROBE_SUCCEEDED);
  }

  @Test
  void forcedClosed_letsEverybodyPass_andCountsNothing_untilReleased() {
    rig.calls(3, FAILURE);
    rig.breaker.forceClose(rig.nowNanos);
    rig.breaker.forceClose(rig.nowNanos);
    rig.calls(100, FAILURE);
    assertThat(rig.state()).isEqualTo(FORCED_CLOSED);
    Passage begun = rig.let();
    rig.breaker.release(rig.nowNanos);
    rig.end(begun, FAILURE);
    assertThat(rig.state()).isEqualTo(CLOSED);
    assertThat(rig.seen().counts().inARow()).isZero();
    assertThat(rig.reasons()).containsExactly(Why.FAILURES, Why.FORCED, Why.RELEASED);
  }

  @Test
  void operatorsWord_isHeardInEveryState_andAProbeThatIsOutDecidesNothingThen() {
    Passage probe = rig.probe();
    rig.breaker.forceOpen(rig.nowNanos);
    rig.end(probe, SUCCESS);
    assertThat(rig.state()).isEqualTo(FORCED_OPEN);
    rig.breaker.forceClose(rig.nowNanos);
    assertThat(rig.state()).isEqualTo(FORCED_CLOSED);
    rig.breaker.forceOpen(rig.nowNanos);
    assertThat(rig.state()).isEqualTo(FORCED_OPEN);
  }

  @Test
  void release_withoutAnOperatorsWord_changesNothing() {
    rig.breaker.release(rig.nowNanos);
    assertThat(rig.state()).isEqualTo(CLOSED);
    rig.calls(3, FAILURE);
    rig.breaker.release(rig.nowNanos);
    assertThat(rig.state()).isEqualTo(OPEN);
    rig.pass(200);
    Passage probe = rig.let();
    rig.breaker.release(rig.nowNanos);
    rig.refused();
    rig.end(probe, SUCCESS);
    assertThat(rig.reasons()).containsExactly(Why.FAILURES, Why.COOLDOWN_OVER, Why.PROBE_SUCCEEDED);
  }
}
