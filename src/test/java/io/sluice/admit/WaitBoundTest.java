package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Clients give their requests 100 ms: 30 are too long a wait, up to 24 are calm. */
class WaitBoundTest {
  private long nowNanos = Seed.printed("wait bound").nextLong();
  private final WaitBound bound = new WaitBound(nowNanos);

  private void second(int waits, long millis) {
    for (int i = 0; i < waits; i++) {
      bound.waited(millis * MILLIS, 100 * MILLIS, nowNanos);
    }
    nowNanos += SECONDS;
  }

  @Test
  void share_isWhole_whileWaitsAreShort() {
    second(1000, 24);
    second(1000, 10);
    assertThat(bound.share(nowNanos)).isEqualTo(1);
  }

  @Test
  void share_shrinksOnceASecond_whileMoreThanOneWaitInAHundredIsTooLong() {
    bound.waited(31 * MILLIS, 100 * MILLIS, nowNanos);
    bound.waited(31 * MILLIS, 100 * MILLIS, nowNanos);
    assertThat(bound.share(nowNanos)).as("within the second").isEqualTo(1);
    second(100, 10);
    assertThat(bound.share(nowNanos)).isEqualTo(0.8);
    second(1, 31);
    assertThat(bound.share(nowNanos)).isEqualTo(0.8 * 0.8);
  }

  @Test
  void oneWaitInAHundred_mayBeTooLong() {
    second(1, 90);
    second(0, 0);
    double before = bound.share(nowNanos);
    bound.waited(31 * MILLIS, 100 * MILLIS, nowNanos);
    second(99, 10);
    assertThat(bound.share(nowNanos)).isGreaterThan(before);
  }

  @Test
  void share_staysAboveATenth() {
    for (int i = 0; i < 100; i++) {
      second(10, 90);
    }
    assertThat(bound.share(nowNanos)).isEqualTo(0.1);
  }

  @Test
  void share_stays_whileWaitsAreBetweenCalmAndTooLong() {
    second(10, 31);
    for (int i = 0; i < 20; i++) {
      second(10, 27);
    }
    assertThat(bound.share(nowNanos)).isEqualTo(0.8);
  }

  @Test
  void share_comesBackBy2Points_inEveryCalmOrQuietSecond() {
    second(10, 31);
    second(10, 20);
    assertThat(bound.share(nowNanos)).isCloseTo(0.82, within(1e-9));
    nowNanos += 4 * SECONDS;
    assertThat(bound.share(nowNanos)).isCloseTo(0.9, within(1e-9));
    nowNanos += 1000 * SECONDS;
    assertThat(bound.share(nowNanos)).isEqualTo(1);
  }

  @Test
  void everyWait_isComparedWithItsOwnClientsTime() {
    bound.waited(90 * MILLIS, 1000 * MILLIS, nowNanos);
    bound.waited(3 * MILLIS, 20 * MILLIS, nowNanos);
    second(0, 0);
    assertThat(bound.share(nowNanos)).isEqualTo(1);
  }
}
