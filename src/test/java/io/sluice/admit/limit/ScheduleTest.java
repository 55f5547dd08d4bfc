package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
  private final Schedule schedule = new Schedule();

  private int windowsUntilDue(double limit) {
    int windows = 0;
    while (!schedule.isDue(limit)) {
      schedule.windowPassed(limit);
      windows++;
    }
    return windows;
  }

  @Test
  void theFirstTrial_isDueAtOnce() {
    assertThat(windowsUntilDue(20)).isZero();
  }

  @Test
  void trialsThatChangeNothing_becomeRare_butNeverCease() {
    int before = 0;
    for (int i = 0; i < 10; i++) {
      schedule.later(20);
      int windows = windowsUntilDue(20);
      assertThat(windows).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(96);
      before = windows;
    }
    assertThat(before).isEqualTo(96);
  }

  @Test
  void afterAChange_theNextIsSoon() {
    schedule.later(20);
    schedule.later(20);
    schedule.soon(20);
    assertThat(windowsUntilDue(20)).isEqualTo(8);
  }

  @Test
  void aLimitThatHasGrown_isTriedAnew() {
    schedule.later(20);
    assertThat(schedule.isDue(25)).isFalse();
    assertThat(schedule.isDue(26.1)).isTrue();
  }

  @Test
  void farBelowWhatItHasBeen_moreIsTriedSoon() {
    schedule.windowPassed(100);
    for (int i = 0; i < 5; i++) {
      schedule.later(10);
    }
    schedule.tryMoreNext(false);
    assertThat(schedule.isDue(10)).isFalse();
    schedule.tryMoreNext(true);
    assertThat(windowsUntilDue(10)).isEqualTo(8);
  }
}
