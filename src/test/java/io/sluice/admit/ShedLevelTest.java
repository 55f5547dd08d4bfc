package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Tier;
import org.junit.jupiter.api.Test;

class ShedLevelTest {
  private final long startNanos = Seed.printed("shed level").nextLong();
  private final ShedStats stats = new ShedStats(startNanos);
  private int second;

  @Test
  void risesByOneEachSecond_whileMoreThanFivePercentAreShed_upToSix() {
    for (int expected = 1; expected <= 6; expected++) {
      aSecondWith(100, 6);
      assertThat(level(nowNanos())).isEqualTo(expected);
    }
    aSecondWith(100, 100);
    assertThat(level(nowNanos())).isEqualTo(6);
  }

  @Test
  void staysWhereItIs_whileSomeButNotMoreThanFivePercentAreShed() {
    aSecondWith(100, 50);
    aSecondWith(100, 5);
    aSecondWith(100, 1);
    assertThat(level(nowNanos())).isEqualTo(1);
  }

  @Test
  void fallsByOneEachSecond_whenNoneIsShed() {
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    aSecondWith(10, 0);
    assertThat(level(nowNanos())).isEqualTo(1);
    aSecondWith(10, 0);
    aSecondWith(10, 0);
    assertThat(level(nowNanos())).isZero();
  }

  @Test
  void movesAtMostOnceASecond_howeverManyAreShed() {
    for (int i = 0; i < 999; i++) {
      stats.arrival(Tier.P2, startNanos + i * MILLIS);
      stats.shed(Tier.P2, startNanos + i * MILLIS);
      assertThat(level(startNanos + i * MILLIS)).isZero();
    }
    assertThat(level(startNanos + SECONDS)).isEqualTo(1);
    assertThat(level(startNanos + SECONDS + 1)).isEqualTo(1);
  }

  @Test
  void decays_whileNothingArrives() {
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    aSecondWith(10, 10);
    assertThat(level(nowNanos() + SECONDS)).isEqualTo(2);
    assertThat(level(nowNanos() + 100 * SECONDS)).isZero();
  }

  @Test
  void eachTierHasALevelOfItsOwn() {
    aSecondWith(10, 10);
    assertThat(stats.level(Tier.P1, nowNanos())).isZero();
    assertThat(stats.level(Tier.P2, nowNanos())).isEqualTo(1);
  }

  private void aSecondWith(int arrivals, int sheds) {
    for (int i = 0; i < arrivals; i++) {
      stats.arrival(Tier.P2, nowNanos() + 500 * MILLIS);
      if (i < sheds) {
        stats.shed(Tier.P2, nowNanos() + 500 * MILLIS);
      }
    }
    second++;
  }

  private long nowNanos() {
    return startNanos + second * SECONDS;
  }

  private int level(long atNanos) {
    return stats.level(Tier.P2, atNanos);
  }
}
