package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GrantRateTest {
  private final GrantRate rate = new GrantRate();
  private long nowNanos = Seed.printed("grant rate").nextLong();

  @Test
  void nothingIsPredicted_beforeAWeightOf8WasGranted() {
    rate.startWaiting(nowNanos);
    grantOneEvery(MILLIS, 7);
    assertThat(rate.nanosFor(100, nowNanos)).isZero();
    grantOneEvery(MILLIS, 1);
    assertThat(rate.nanosFor(100, nowNanos)).isCloseTo(100 * MILLIS, within(MILLIS));
  }

  @Test
  void stall_lengthensTheWaitWhileItLasts() {
    rate.startWaiting(nowNanos);
    grantOneEvery(MILLIS, 1000);
    long before = rate.nanosFor(1, nowNanos);
    nowNanos += SECONDS;
    assertThat(rate.nanosFor(1, nowNanos)).isGreaterThan(20 * before);
    nowNanos += 600 * SECONDS;
    assertThat(rate.nanosFor(1, nowNanos)).as("not unknown again").isGreaterThan(SECONDS);
  }

  @Test
  void stallOfAMinute_isForgottenAfterTwoSecondsOfGrants_howeverOftenItWasLookedAt() {
    for (long lookEveryNanos : new long[] {5 * MILLIS, 60 * SECONDS}) {
      var stalled = new GrantRate();
      stalled.startWaiting(nowNanos);
      grantOneEvery(MILLIS, 1000, stalled);
      for (long i = 0; i < 60 * SECONDS / lookEveryNanos; i++) {
        nowNanos += lookEveryNanos;
        assertThat(stalled.nanosFor(1, nowNanos)).isGreaterThan(MILLIS);
      }
      grantOneEvery(MILLIS, 2000, stalled);
      assertThat(stalled.nanosFor(100, nowNanos)).isCloseTo(100 * MILLIS, within(25 * MILLIS));
    }
  }

  @Test
  void emptyQueue_leavesTheRateAlone() {
    rate.startWaiting(nowNanos);
    grantOneEvery(MILLIS, 1000);
    rate.stopWaiting(nowNanos);
    long before = rate.nanosFor(10, nowNanos);
    assertThat(rate.nanosFor(10, nowNanos + 3600 * SECONDS)).isEqualTo(before);
  }

  private void grantOneEvery(long periodNanos, int times) {
    grantOneEvery(periodNanos, times, rate);
  }

  private void grantOneEvery(long periodNanos, int times, GrantRate granting) {
    for (int i = 0; i < times; i++) {
      nowNanos += periodNanos;
      granting.granted(1, nowNanos);
    }
  }
}
