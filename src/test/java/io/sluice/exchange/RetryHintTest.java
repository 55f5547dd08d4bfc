package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryHintTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "100, 1", "999, 1", "1000, 1", "1001, 2", "59999, 60", "60000, 60"})
  void afterSeconds_isWholeSecondsRoundedUp_neverZero(long millis, long seconds) {
    assertThat(new RetryHint(millis, 100, 30_000, 1000).afterSeconds()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100, 30000, 0",
    "-5, 100, 30000, 0",
    "1, 0, 30000, 0",
    "1, 100, 99, 0",
    "1, 100, 30000, -1"
  })
  void aHint_isRefused_whenAClientCouldNotObeyIt(long after, long base, long max, long jitter) {
    assertThatThrownBy(() -> new RetryHint(after, base, max, jitter))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
