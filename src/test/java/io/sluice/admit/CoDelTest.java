package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A target of 5 ms over 100 ms. */
class CoDelTest {
  private final CoDel codel = new CoDel(5 * MILLIS, 100 * MILLIS);

  // The clock may stand anywhere, also just below its overflow.
  private long nowNanos = Seed.printed("codel").nextInt(2) == 0 ? Long.MAX_VALUE - 50 * MILLIS : -7;

  private void leave(int times, long sojournNanos, long everyNanos) {
    for (int i = 0; i < times; i++) {
      codel.left(sojournNanos, 0, nowNanos);
      nowNanos += everyNanos;
    }
  }

  @Test
  void overload_isReported_onceEverySojournOfAnIntervalWasTooLong() {
    leave(10, 6 * MILLIS, 10 * MILLIS - 1);
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
    assertThat(codel.isOverloaded(nowNanos + 10)).isTrue();
  }

  @Test
  void oneShortSojourn_startsTheIntervalAnew() {
    leave(9, 50 * MILLIS, 10 * MILLIS);
    leave(1, 5 * MILLIS - 1, 10 * MILLIS);
    leave(10, 50 * MILLIS, 10 * MILLIS - 1);
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
  }

  @Test
  void relief_comesWithTheFirstShortSojourn() {
    leave(20, 50 * MILLIS, 10 * MILLIS);
    assertThat(codel.isOverloaded(nowNanos)).isTrue();
    codel.left(4 * MILLIS, 0, nowNanos);
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
  }

  @Test
  void relief_comesWithAnEmptyQueue() {
    leave(20, 50 * MILLIS, 10 * MILLIS);
    codel.emptied();
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
    leave(1, 50 * MILLIS, 10 * MILLIS);
    assertThat(codel.isOverloaded(nowNanos)).as("counts from the next on").isFalse();
  }

  @Test
  void sojournUpToOneServiceTime_isNone() {
    for (int i = 0; i < 20; i++) {
      codel.left(29 * MILLIS, 30 * MILLIS, nowNanos);
      nowNanos += 10 * MILLIS;
    }
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
    for (int i = 0; i < 20; i++) {
      codel.left(30 * MILLIS, 30 * MILLIS, nowNanos);
      nowNanos += 10 * MILLIS;
    }
    assertThat(codel.isOverloaded(nowNanos)).isTrue();
  }

  @Test
  void nobodyHasLeftYet_isNoOverload() {
    assertThat(codel.isOverloaded(nowNanos)).isFalse();
  }
}
