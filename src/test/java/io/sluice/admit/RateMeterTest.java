package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RateMeterTest {
  private final SplittableRandom random = Seed.printed("rate meter");
  private final long startNanos = random.nextLong();
  private final RateMeter meter = new RateMeter(startNanos);

  @Test
  void steadyRate_isMeasuredFromTheFirstHundredMillisOn() {
    for (int i = 1; i <= 5000; i++) {
      long nowNanos = startNanos + i * MILLIS;
      meter.add(2, nowNanos);
      if (i >= 100) {
        assertThat(meter.perSecond(nowNanos)).isCloseTo(2000, within(30.0));
      }
    }
  }

  @Test
  void afterASecondOfSilence_nothingIsLeft() {
    meter.add(1000, startNanos);
    assertThat(meter.lastSecond(startNanos + 899 * MILLIS)).isEqualTo(1000);
    assertThat(meter.lastSecond(startNanos + SECONDS)).isZero();
    assertThat(meter.perSecond(startNanos + 3600 * SECONDS)).isZero();
  }

  @Test
  void lastSecond_isExactToASlot_whateverTheArrivals() {
    var added = new ArrayDeque<Long>();
    long nowNanos = startNanos;
    for (int i = 0; i < 20_000; i++) {
      nowNanos += random.nextInt(500) == 0 ? random.nextLong(3 * SECONDS) : random.nextLong(MILLIS);
      meter.add(1, nowNanos);
      added.add(nowNanos);
      while (nowNanos - added.getFirst() >= SECONDS) {
        added.removeFirst();
      }
      long within900Millis = 0;
      for (long atNanos : added) {
        within900Millis += nowNanos - atNanos < 900 * MILLIS ? 1 : 0;
      }
      assertThat(meter.lastSecond(nowNanos)).isBetween(within900Millis, (long) added.size());
    }
  }
}
