package io.sluice.hint;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.RetryHint;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HintsTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1000 * MILLI;
  private static final double LARGEST_DRAW = Math.nextDown(1.0);

  private final Hints hints = new Hints(HintOptions.DEFAULT);

  @Test
  void base_isTheDrain_whenItLiesBetweenFloorAndMax() {
    RetryHint hint = hints.hint(250 * MILLI, 0, 0, 1, 0);

    assertThat(hint.baseMillis()).isEqualTo(250);
    assertThat(hint.afterMillis()).isEqualTo(250);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 50 * MILLI, 100 * MILLI - 1})
  void base_isNeverBelow100Milliseconds(long drainNanos) {
    assertThat(hints.hint(drainNanos, 0, 0, 1, 0).baseMillis()).isEqualTo(100);
  }

  @Test
  void base_startsAtTheFloorOfTheKind_whenThatIsHigher() {
    assertThat(hints.hint(250 * MILLI, 0, 0, 10_000, 0).baseMillis()).isEqualTo(10_000);
    assertThat(hints.hint(20 * SECOND, 0, 0, 10_000, 0).baseMillis()).isEqualTo(20_000);
  }

  @Test
  void base_staysWithinMax_evenWhenTheKindWantsMore() {
    var short_ = new Hints(new HintOptions(Duration.ofSeconds(1), Duration.ofSeconds(1)));

    assertThat(short_.hint(0, 0, 0, 10_000, 0).baseMillis()).isEqualTo(1000);
  }

  @ParameterizedTest
  @CsvSource({"0, 200", "1, 400", "2, 800", "3, 1600", "4, 3200", "5, 6400", "6, 12800"})
  void base_doublesWithEveryLevel(int level, long baseMillis) {
    assertThat(hints.hint(200 * MILLI, 0, level, 1, 0).baseMillis()).isEqualTo(baseMillis);
  }

  @Test
  void base_isDoubledBeforeTheFloor_notAfter() {
    assertThat(hints.hint(10 * MILLI, 0, 3, 1, 0).baseMillis()).isEqualTo(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void base_isMax_whenNothingCompletes(int level) {
    RetryHint hint = hints.hint(Long.MAX_VALUE, Long.MAX_VALUE, level, 1, 0);

    assertThat(hint.baseMillis()).isEqualTo(30_000);
    assertThat(hint.maxMillis()).isEqualTo(30_000);
  }

  @Test
  void theDraw_comesAfterTheClamp_soThatACapLinesNobodyUp() {
    assertThat(hints.hint(Long.MAX_VALUE, 0, 6, 1, 0).afterMillis()).isEqualTo(30_000);
    assertThat(hints.hint(Long.MAX_VALUE, 0, 6, 1, 0.5).afterMillis()).isEqualTo(45_000);
    assertThat(hints.hint(Long.MAX_VALUE, 0, 6, 1, LARGEST_DRAW).afterMillis()).isEqualTo(59_999);
  }

  @ParameterizedTest
  @CsvSource({"0, 200", "0.25, 250", "0.5, 300", "0.995, 399"})
  void theDraw_reachesAsFarAsTheBaseAgain_whenLittleWasShed(double draw, long afterMillis) {
    assertThat(hints.hint(200 * MILLI, 30 * MILLI, 0, 1, draw).afterMillis())
        .isEqualTo(afterMillis);
  }

  @Test
  void theDraw_reachesAsFarAsWhatWasShedNeeds_whenThatIsMore() {
    // 12 s to serve what was shed: the first 9 s are left to those refused before.
    assertThat(hints.hint(0, 12 * SECOND, 0, 1, 0).afterMillis()).isEqualTo(100 + 9000);
    assertThat(hints.hint(0, 12 * SECOND, 0, 1, 0.5).afterMillis()).isEqualTo(100 + 10_500);
    assertThat(hints.hint(0, 12 * SECOND, 0, 1, LARGEST_DRAW).afterMillis())
        .isEqualTo(100 + 11_999);
  }

  @Test
  void theDraw_isFromTheWholeSpread_whenThatIsUnknownOrBeyondMax() {
    for (long spread : new long[] {30 * SECOND, 99 * SECOND, Long.MAX_VALUE}) {
      assertThat(hints.hint(0, spread, 0, 1, 0).afterMillis()).isEqualTo(100);
      assertThat(hints.hint(0, spread, 0, 1, LARGEST_DRAW).afterMillis()).isEqualTo(30_099);
    }
  }

  @Test
  void theDraw_reachesIntoAnotherSecond_whenItWouldBarelyTouchOne() {
    // 990 to 1979 ms would be told as one second in 1 % and as two in 99 %: now 1 %, 50 %, 49 %.
    assertThat(hints.hint(990 * MILLI, 0, 0, 1, LARGEST_DRAW).afterMillis()).isEqualTo(2989);
    // 700 to 1399 ms: 43 % and 57 %, even enough.
    assertThat(hints.hint(700 * MILLI, 0, 0, 1, LARGEST_DRAW).afterMillis()).isEqualTo(1399);
  }

  @Test
  void aHint_liesBetweenTheBaseAndTwiceTheMaxAndALittle_forAnyNumbers() {
    long seed = RandomGenerator.getDefault().nextLong();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 100_000; i++) {
      long maxMillis = random.nextLong(1000, 600_001);
      long floorMillis = random.nextLong(20_000);
      var any = new Hints(new HintOptions(Duration.ofMillis(maxMillis), Duration.ofSeconds(1)));
      RetryHint hint =
          any.hint(
              random.nextLong(Long.MAX_VALUE) >> random.nextInt(63),
              random.nextLong(Long.MAX_VALUE) >> random.nextInt(63),
              random.nextInt(7),
              floorMillis,
              random.nextDouble());

      assertThat(hint.baseMillis())
          .as("seed %d", seed)
          .isBetween(Math.min(maxMillis, Math.max(100, floorMillis)), maxMillis);
      assertThat(hint.afterMillis())
          .as("seed %d", seed)
          .isBetween(hint.baseMillis(), 2 * maxMillis + 2000);
      assertThat(hint.afterSeconds()).isEqualTo((hint.afterMillis() + 999) / 1000).isPositive();
    }
  }

  @Test
  void theAdvertisedJitter_isTheConfiguredOne() {
    var hint =
        new Hints(new HintOptions(Duration.ofSeconds(30), Duration.ofMillis(1500)))
            .hint(0, 0, 0, 1, 0);

    assertThat(hint.jitterMillis()).isEqualTo(1500);
  }
}
