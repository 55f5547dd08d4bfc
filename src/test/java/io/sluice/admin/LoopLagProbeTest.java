package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.observe.LoopLag;
import io.sluice.observe.Meters;
import io.sluice.observe.Quantile;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LoopLagProbeTest {
  private static final long MILLI = 1_000_000L;
  private static final long PERIOD = LoopLagProbe.PERIOD_MILLIS * MILLI;
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

  private final long start = new Random().nextLong();
  private final LoopLag lag = new Meters().loopLag(0);
  private final LoopLagProbe probe = new LoopLagProbe(lag, start);

  @Test
  void tick_recordsNothingWorthNaming_whenTheLoopIsOnTime() {
    for (int i = 1; i <= 100; i++) {
      probe.tick(start + i * PERIOD);
    }
    assertThat(lag.percentiles(start + 100 * PERIOD).count()).isEqualTo(100);
    assertThat(lag.percentiles(start + 100 * PERIOD).nanos(Quantile.MAX)).isLessThan(1_000);
  }

  @Test
  void tick_recordsHowLateEachTickIs_andDoesNotDrift() {
    probe.tick(start + PERIOD + 5 * MILLI);
    probe.tick(start + 2 * PERIOD + 5 * MILLI);

    assertThat(lag.percentiles(start + 3 * PERIOD).nanos(Quantile.P1))
        .isCloseTo(5 * MILLI, ONE_PERCENT);
  }

  @Test
  void tick_countsAStall_forAsLongAsItLasted() {
    // On time for a second but for the last 400 ms, whose 20 ticks all run at its end.
    for (int i = 1; i <= 30; i++) {
      probe.tick(start + i * PERIOD);
    }
    for (int i = 31; i <= 50; i++) {
      probe.tick(start + 50 * PERIOD);
    }
    var seen = lag.percentiles(start + 50 * PERIOD);
    assertThat(seen.nanos(Quantile.P50)).isLessThan(1_000);
    assertThat(seen.nanos(Quantile.P90)).isCloseTo(280 * MILLI, ONE_PERCENT);
    assertThat(seen.nanos(Quantile.MAX)).isCloseTo(380 * MILLI, ONE_PERCENT);
  }
}
