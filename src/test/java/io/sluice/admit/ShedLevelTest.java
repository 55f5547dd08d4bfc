package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShedLevelTest {
  private final long startNanos = Seed.printed("shed level").nextLong();
  private final ShedLevel level = new ShedLevel(startNanos);
  private int second;

  @Test
  void risesByOneEachSecond_whileMoreThanFivePercentAreShed_upToSix() {
    for (int expected = 1; expected <= 6; expected++) {
      aSecondWith(100, 6);
      assertThat(level.at(nowNanos())).isEqualTo(expected);
    }
    aSecondWith(100, 100);
    assertThat(level.at(nowNanos())).isEqualTo(6);
  }

  @Test
  void staysWhereItIs_whileSomeButNotMoreThanFivePercentAreShed() {
    aSecondWith(100, 50);
    aSecondWith(100, 5);
    aSecondWith(100, 1);
    assertThat(level.at(nowNanos())).isEqualTo(1);
  }

  @Test
  void fallsByOneEachSecond_whenNoneIsShed() {
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    aSecondWith(10, 0);
    assertThat(level.at(nowNanos())).isEqualTo(1);
    aSecondWith(10, 0);
    aSecondWith(10, 0);
    assertThat(level.at(nowNanos())).isZero();
  }

  @Test
  void movesAtMostOnceASecond_howeverManyAreShed() {
    for (int i = 0; i < 999; i++) {
      level.arrival(startNanos + i * MILLIS);
      level.shed(startNanos + i * MILLIS);
      assertThat(level.at(startNanos + i * MILLIS)).isZero();
    }
    assertThat(level.at(startNanos + SECONDS)).isEqualTo(1);
    assertThat(level.at(startNanos + SECONDS + 1)).isEqualTo(1);
  }

  @Test
  void decays_whileNothingArrives() {
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    assertThat(level.at(nowNanos() + SECONDS)).isEqualTo(2);
    assertThat(level.at(nowNanos() + 100 * SECONDS)).isZero();
  }

  private void aSecondWith(int arrivals, int sheds) {
    for (int i = 0; i < arrivals; i++) {
      level.arrival(nowNanos() + 500 * MILLIS);
      if (i < sheds) {
        level.shed(nowNanos() + 500 * MILLIS);
      }
    }
    second++;
  }

  private long nowNanos() {
    return startNanos + second * SECONDS;
  }
}
