package io.sluice.breaker;

import static io.sluice.breaker.BreakerState.CLOSED;
import static io.sluice.breaker.BreakerState.HALF_OPEN;
import static io.sluice.breaker.BreakerState.OPEN;
import static io.sluice.breaker.CallResult.FAILURE;
import static io.sluice.breaker.CallResult.IGNORED;
import static io.sluice.breaker.CallResult.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.breaker.Transition.Why;
import org.junit.jupiter.api.Test;

/** Faults that breakers have shipped with elsewhere. */
class BreakerFieldCasesTest {
  private final Rig rig = new Rig(Rig.reference(), Long.MAX_VALUE - 100 * Rig.MILLI);

  // ---- stuck half-open

  @Test
  void probeThatNeverReturns_givesItsSlotBack_oneCooldownAfterItBegan() {
    var _ = rig.probe();
    rig.pass(99);
    assertThat(rig.refused()).isEqualTo(new Refused(Rig.MILLI, false));
    rig.pass(1);
    assertThat(rig.refused()).isEqualTo(new Refused(100 * Rig.MILLI, false));
    rig.pass(100);
    assertThat(rig.let().isProbe()).isTrue();
    assertThat(rig.reasons())
        .containsExactly(Why.FAILURES, Why.COOLDOWN_OVER, Why.PROBE_LOST, Why.COOLDOWN_OVER);
  }

  @Test
  void probeThatNeverReturns_givesItsSlotToTheNextCaller_whereTheCooldownIsTheShorter() {
    var quick = new Rig(Rig.options(3, 200, 1000), -1);
    var _ = quick.probe();
    quick.pass(999);
    quick.refused();
    quick.pass(1);
    assertThat(quick.let().isProbe()).isTrue();
    quick.refused();
    assertThat(quick.state()).isEqualTo(HALF_OPEN);
  }

  @Test
  void probesThatNeverReturn_leaveTheBreakerAbleToClose() {
    var _ = rig.probe();
    for (int i = 0; i < 100; i++) {
      rig.pass(200);
      var _ = rig.let();
    }
    rig.pass(200);
    rig.call(SUCCESS);
    assertThat(rig.state()).isEqualTo(CLOSED);
    assertThat(rig.seen().probes()).isEqualTo(102);
  }

  @Test
  void probeThatReturnsTooLate_decidesNothing_whetherOrNotSomebodyHasNoticed() {
    for (CallResult late : CallResult.values()) {
      var unnoticed = new Rig(Rig.reference(), 0);
      Passage probe = unnoticed.probe();
      unnoticed.pass(100);
      unnoticed.end(probe, late);
      assertThat(unnoticed.state()).isEqualTo(OPEN);
      assertThat(unnoticed.refused()).isEqualTo(new Refused(100 * Rig.MILLI, false));

      var noticed = new Rig(Rig.reference(), 0);
      Passage lost = noticed.probe();
      noticed.pass(100);
      noticed.refused();
      noticed.end(lost, late);
      assertThat(noticed.refused()).isEqualTo(new Refused(100 * Rig.MILLI, false));
      noticed.pass(100);
      Passage second = noticed.let();
      assertThat(noticed.state()).isEqualTo(HALF_OPEN);
      noticed.end(second, SUCCESS);
      assertThat(noticed.state()).isEqualTo(CLOSED);
    }
  }

  @Test
  void listenerThatThrows_leavesNoProbeOut() {
    var breaker =
        new CircuitBreaker(
            "library",
            Rig.reference(),
            transition -> {
              if (transition.why() == Why.COOLDOWN_OVER) {
                throw new IllegalStateException("nobody knows");
              }
            },
            0);
    for (int i = 0; i < 3; i++) {
      breaker.end((Passage) breaker.enter(0), FAILURE, 0, 0);
    }
    long later = 200 * Rig.MILLI;
    assertThatThrownBy(() -> breaker.enter(later)).isInstanceOf(IllegalStateException.class);
    assertThat(breaker.enter(later)).isInstanceOf(Passage.class);
    assertThat(breaker.enter(later)).isInstanceOf(Refused.class);
  }

  // ---- what the backend says

  @Test
  void everyAnswerThatIsNoFailure_closesIt_4xxAmongThem() {
    for (int status : new int[] {100, 200, 204, 301, 400, 401, 403, 404, 409, 422, 429, 499, 501}) {
      assertThat(rig.breaker.isFailure(status)).as("%d", status).isFalse();
    }
    rig.end(rig.probe(), rig.breaker.isFailure(404) ? FAILURE : SUCCESS);
    assertThat(rig.state()).as("a probe answered 404").isEqualTo(CLOSED);
  }

  @Test
  void failingStatuses_trip_andAreConfigurable() {
    for (int status : new int[] {500, 502, 503, 504}) {
      assertThat(rig.breaker.isFailure(status)).as("%d", status).isTrue();
    }
    var only500 = new Rig(Rig.rates("50%", null), 0);
    assertThat(only500.breaker.isFailure(500)).isTrue();
    assertThat(only500.breaker.isFailure(503)).isFalse();
    assertThat(only500.breaker.isFailure(-1)).as("no status at all").isFalse();
  }

  @Test
  void backendsOwnLimitError_saysThatItIsAlive_andIsNoLocalRejection() {
    rig.calls(2, FAILURE);
    rig.call(rig.breaker.isFailure(429) ? FAILURE : SUCCESS);
    assertThat(rig.seen().counts().inARow()).as("an answer clears the count").isZero();
    rig.calls(2, FAILURE);
    rig.call(IGNORED);
    assertThat(rig.seen().counts().inARow()).as("a local rejection does not").isEqualTo(2);
  }

  // ---- one probe

  @Test
  void onlyOneOfManyCallers_probes() {
    var _ = rig.probe();
    for (int i = 0; i < 100; i++) {
      rig.refused();
    }
    assertThat(rig.seen().probes()).isEqualTo(1);
    assertThat(rig.seen().probing()).isTrue();
  }

  // ---- the cooldown

  @Test
  void nothingClosesIt_beforeTheCooldownIsOver() {
    Passage begunBefore = rig.let();
    rig.calls(3, FAILURE);
    for (int i = 0; i < 200; i++) {
      rig.refused();
      rig.pass(1);
    }
    rig.nowNanos -= 1;
    rig.end(begunBefore, SUCCESS);
    rig.refused();
    assertThat(rig.state()).isEqualTo(OPEN);
    rig.nowNanos += 1;
    assertThat(rig.let().isProbe()).isTrue();
  }

  // ---- clients that leave

  @Test
  void clientsThatLeave_openNothing() {
    rig.calls(1000, IGNORED);
    assertThat(rig.state()).isEqualTo(CLOSED);
    var rates = new Rig(Rig.rates("1%", "1%"), 0);
    for (int i = 0; i < 1000; i++) {
      rates.slowCall(IGNORED);
    }
    assertThat(rates.state()).isEqualTo(CLOSED);
    assertThat(rates.seen().counts()).isEqualTo(CallCounts.NONE);
  }

  @Test
  void probeWhoseClientLeaves_givesItsSlotToTheNextCaller_withoutDeciding() {
    Passage probe = rig.probe();
    rig.end(probe, IGNORED);
    assertThat(rig.state()).isEqualTo(HALF_OPEN);
    assertThat(rig.seen().probing()).isFalse();
    Passage second = rig.let();
    rig.refused();
    rig.end(probe, SUCCESS);
    assertThat(rig.state()).as("the first has had its end").isEqualTo(HALF_OPEN);
    rig.end(second, FAILURE);
    assertThat(rig.reasons()).containsExactly(Why.FAILURES, Why.COOLDOWN_OVER, Why.PROBE_FAILED);
  }

  // ---- who tripped

  @Test
  void everyTransition_namesItsBackendAndReason() {
    rig.end(rig.probe(), FAILURE);
    assertThat(rig.told).hasSize(3).allMatch(told -> told.backend().equals("library"));
    assertThat(rig.told.getFirst().why().code()).isEqualTo("failures");
    assertThat(rig.seen().backend()).isEqualTo("library");
  }
}
