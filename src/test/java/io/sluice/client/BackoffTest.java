package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.retry.RetryAdvice;
import io.sluice.retry.RetryAdvice.Source;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
  private static final Backoff BACKOFF = new Backoff(100, 1000, 50);
  private final long seed = RandomGenerator.getDefault().nextLong();
  private final RandomGenerator random = new SplittableRandom(seed);

  @ParameterizedTest
  @CsvSource({"0,100", "1,200", "2,400", "3,800", "4,1000", "5,1000", "62,1000", "63,1000"})
  void waitNanos_doublesToTheCapPlusJitter_whenNothingWasAdvised(int retry, long stepMillis) {
    assertBetween(RetryAdvice.NONE, retry, stepMillis, stepMillis + 50);
  }

  @Test
  void waitNanos_isHintPlusJitter_whenMillisWereAdvised() {
    assertBetween(new RetryAdvice(Source.MILLIS, 777), 5, 777, 827);
  }

  @Test
  void waitNanos_exceedsTheCap_whenTheHintDoes() {
    assertBetween(new RetryAdvice(Source.MILLIS, 5000), 0, 5000, 5050);
  }

  @Test
  void waitNanos_spreadsOverASecond_whenOnlyWholeSecondsWereAdvised() {
    assertBetween(new RetryAdvice(Source.SECONDS, 2000), 0, 2000, 3000);
  }

  @Test
  void waitNanos_isTheCap_whenTheDateCouldNotBeMeasured() {
    assertBetween(new RetryAdvice(Source.DATE_UNMEASURED, 0), 0, 1000, 1050);
  }

  @Test
  void waitNanos_isExact_whenThereIsNoJitter() {
    var exact = new Backoff(100, 1000, 0);
    assertThat(exact.waitNanos(new RetryAdvice(Source.MILLIS, 3), 0, random))
        .isEqualTo(TimeUnit.MILLISECONDS.toNanos(3));
  }

  @Test
  void waitNanos_fillsTheJitterEvenly_overManyClients() {
    int[] tenths = new int[10];
    long widthNanos = TimeUnit.MILLISECONDS.toNanos(50);
    for (int i = 0; i < 10_000; i++) {
      long jitter =
          BACKOFF.waitNanos(new RetryAdvice(Source.MILLIS, 1), 0, random)
              - TimeUnit.MILLISECONDS.toNanos(1);
      tenths[(int) (10 * jitter / widthNanos)]++;
    }
    for (int count : tenths) {
      assertThat(count).as("seed %d", seed).isBetween(800, 1200);
    }
  }

  @ParameterizedTest
  @CsvSource({"0,10,0", "10,9,0", "10,10,-1"})
  void constructor_refuses_whenBoundsAreBroken(long base, long max, long jitter) {
    assertThatIllegalArgumentException().isThrownBy(() -> new Backoff(base, max, jitter));
  }

  private void assertBetween(RetryAdvice advice, int retry, long fromMillis, long toMillis) {
    for (int i = 0; i < 1000; i++) {
      assertThat(BACKOFF.waitNanos(advice, retry, random))
          .as("seed %d", seed)
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(fromMillis))
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(toMillis));
    }
  }
}
