package io.sluice.breaker;

import static io.sluice.breaker.BreakerState.CLOSED;
import static io.sluice.breaker.BreakerState.OPEN;
import static io.sluice.breaker.CallResult.FAILURE;
import static io.sluice.breaker.CallResult.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.Transition.Why;
import org.junit.jupiter.api.Test;

/** Shares of failures and of slow calls over a sliding window: a second, at least ten calls. */
class BreakerRatesTest {
  private static final long START = -450 * Rig.MILLI;

  private final Rig rig = new Rig(Rig.rates("50%", null), START);

  @Test
  void failureRate_opens_whenTheShareIsReached() {
    rig.calls(5, SUCCESS);
    rig.calls(4, FAILURE);
    assertThat(rig.state()).isEqualTo(CLOSED);
    rig.call(FAILURE);
    assertThat(rig.state()).isEqualTo(OPEN);
    assertThat(rig.told.getFirst().why()).isEqualTo(Why.FAILURE_RATE);
    assertThat(rig.told.getFirst().counts()).isEqualTo(new CallCounts(5, 10, 5, 0));
  }

  @Test
  void tooFewCalls_sayNothing() {
    rig.calls(9, FAILURE);
    assertThat(rig.state()).isEqualTo(CLOSED);
    rig.call(FAILURE);
    assertThat(rig.state()).isEqualTo(OPEN);
  }

  @Test
  void success_neverOpens_evenIfItMakesTheCallsEnough() {
    rig.calls(9, FAILURE);
    rig.call(SUCCESS);
    assertThat(rig.state()).isEqualTo(CLOSED);
  }

  @Test
  void window_forgetsWhatIsOlder() {
    rig.calls(9, FAILURE);
    rig.pass(899);
    assertThat(rig.seen().counts().calls()).isEqualTo(9);
    rig.pass(101);
    assertThat(rig.seen().counts().calls()).isZero();
    rig.calls(9, FAILURE);
    assertThat(rig.state()).isEqualTo(CLOSED);
  }

  @Test
  void window_slides_inTenths() {
    for (int i = 0; i < 40; i++) {
      rig.call(SUCCESS);
      rig.pass(50);
    }
    assertThat(rig.seen().counts().calls()).isBetween(18, 20);
  }

  @Test
  void share_isExact_whereItsFractionIsNot() {
    var seven = new Rig(Rig.rates("7%", null), 0);
    seven.calls(93, SUCCESS);
    seven.calls(6, FAILURE);
    assertThat(seven.state()).isEqualTo(CLOSED);
    seven.call(FAILURE);
    assertThat(seven.state()).isEqualTo(OPEN);
  }

  @Test
  void slowCalls_open_alsoIfTheySucceed() {
    var slow = new Rig(Rig.rates(null, "50%"), START);
    slow.calls(5, SUCCESS);
    for (int i = 0; i < 4; i++) {
      slow.slowCall(SUCCESS);
    }
    assertThat(slow.state()).isEqualTo(CLOSED);
    slow.slowCall(FAILURE);
    assertThat(slow.state()).isEqualTo(OPEN);
    assertThat(slow.told.getFirst().why()).isEqualTo(Why.SLOW_RATE);
    assertThat(slow.told.getFirst().counts().slow()).isEqualTo(5);
  }

  @Test
  void slowProbe_doesNotClose_whereSlownessOpens() {
    var slow = new Rig(Rig.rates(null, "50%"), START);
    for (int i = 0; i < 10; i++) {
      slow.slowCall(SUCCESS);
    }
    slow.pass(200);
    slow.slowCall(SUCCESS);
    assertThat(slow.state()).isEqualTo(OPEN);
    assertThat(slow.told.getLast().why()).isEqualTo(Why.PROBE_SLOW);
    slow.pass(200);
    slow.call(SUCCESS);
    assertThat(slow.state()).isEqualTo(CLOSED);
  }

  @Test
  void slowProbe_closes_whereSlownessDoesNotOpen() {
    var careless = new Rig(Rig.reference(), START);
    Passage probe = careless.probe();
    careless.breaker.end(probe, SUCCESS, 99 * Rig.MILLI, careless.nowNanos);
    assertThat(careless.state()).isEqualTo(CLOSED);
  }

  @Test
  void windowIsEmpty_afterClosing() {
    rig.calls(10, FAILURE);
    rig.pass(200);
    rig.call(SUCCESS);
    assertThat(rig.seen().counts()).isEqualTo(CallCounts.NONE);
    rig.calls(9, FAILURE);
    assertThat(rig.state()).isEqualTo(CLOSED);
  }

  @Test
  void loopWhoseClockIsALittleBehind_isCounted() {
    var window = new CallWindow(1000 * Rig.MILLI, START);
    window.add(true, false, START - 5);
    window.add(true, true, START + 150 * Rig.MILLI);
    window.add(false, false, START + 50 * Rig.MILLI);
    assertThat(window.sum(START + 150 * Rig.MILLI)).isEqualTo(new CallCounts(0, 3, 2, 1));
  }

  @Test
  void loopWhoseClockIsAWholeWindowBehind_isNot() {
    var window = new CallWindow(1000 * Rig.MILLI, START);
    window.add(true, false, START + 1050 * Rig.MILLI);
    window.add(true, false, START + 50 * Rig.MILLI);
    assertThat(window.sum(START + 1050 * Rig.MILLI).calls()).isEqualTo(1);
  }
}
