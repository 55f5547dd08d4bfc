package io.sluice.hint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.RetryHint;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How evenly clients that were refused together come back. Chance alone bunches 10,000 clients by
 * some per cent, so the seed is fixed: the same clients every time.
 */
class HintSpreadTest {
  private static final long SEED = 20260101;
  private static final int CLIENTS = 10_000;
  private static final long MILLI = 1_000_000L;

  private static final long[] DRAINS = {
    0, 100, 150, 300, 500, 600, 700, 900, 950, 990, 999, 1000, 1001, 1010, 1200, 1500, 1990, 2500,
    4000, 8000, 30_000
  };
  private static final long[] SPREADS = {
    0, 100, 200, 300, 500, 700, 800, 900, 990, 1000, 1020, 1100, 1500, 1980, 2020, 2500, 3020, 3500,
    4100, 5000, 6500, 7500, 9570, 15_000, 22_000, 29_999, 30_000, 99_000
  };

  private final SplittableRandom random = new SplittableRandom(SEED);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void theBusiest100Milliseconds_holdAtMostTwiceTheMean_forWholeSecondsAndAdvertisedJitter(
      int level) {
    for (long drain : DRAINS) {
      for (long spread : SPREADS) {
        long[] returns = burst(HintOptions.DEFAULT, drain * MILLI, spread * MILLI, level, CLIENTS);
        assertThat(Returns.busiestOverMean(returns))
            .as("drain %d ms, spread %d ms, level %d, seed %d", drain, spread, level, SEED)
            .isLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void theBusiest100Milliseconds_holdAtMostTwiceTheMean_whenNothingIsKnownOfTheLane() {
    long[] returns = burst(HintOptions.DEFAULT, Long.MAX_VALUE, Long.MAX_VALUE, 3, CLIENTS);

    assertThat(Returns.busiestOverMean(returns)).isLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 7, 60, 600})
  void theBusiest100Milliseconds_holdAtMostTwiceTheMean_whateverTheMax(long maxSeconds) {
    var options = new HintOptions(Duration.ofSeconds(maxSeconds), Duration.ofSeconds(1));
    // Over minutes, ten thousand clients are a dozen per 100 ms, and chance alone bunches them:
    // enough of them for a hundred.
    int clients = (int) Math.max(CLIENTS, 100 * 10 * 2 * maxSeconds);
    for (long spread : new long[] {0, 990, 2020, 20_000, 300_000, 600_000}) {
      long[] returns = burst(options, 450 * MILLI, spread * MILLI, 6, clients);
      assertThat(Returns.busiestOverMean(returns))
          .as("max %d s, spread %d ms, seed %d", maxSeconds, spread, SEED)
          .isLessThanOrEqualTo(2);
    }
  }

  /**
   * Clients that follow only the whole second and add nothing come back on the second; a server
   * that may only say whole seconds cannot prevent it. What can be promised to them is that no
   * second they come back in has more than twice the mean of all those seconds.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4})
  void noSecond_holdsMoreThanTwiceTheMean_forWholeSecondsAlone(int level) {
    for (long drain : DRAINS) {
      for (long spread : SPREADS) {
        long[] seconds = new long[CLIENTS];
        Arrays.setAll(
            seconds,
            i ->
                new Hints(HintOptions.DEFAULT)
                    .hint(drain * MILLI, spread * MILLI, level, 1, random.nextDouble())
                    .afterSeconds());
        assertThat(Returns.busiestSecondOverMean(seconds))
            .as("drain %d ms, spread %d ms, level %d, seed %d", drain, spread, level, SEED)
            .isLessThanOrEqualTo(2);
      }
    }
  }

  /** When each client of one burst comes back, in microseconds from its refusal. */
  private long[] burst(
      HintOptions options, long drainNanos, long spreadNanos, int level, int clients) {
    var hints = new Hints(options);
    long[] returns = new long[clients];
    for (int i = 0; i < clients; i++) {
      RetryHint hint = hints.hint(drainNanos, spreadNanos, level, 1, random.nextDouble());
      returns[i] = Returns.ofWholeSecondClient(hint, random);
    }
    return returns;
  }
}
