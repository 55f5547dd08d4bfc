package io.sluice.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenValuesTest {
  @ParameterizedTest
  @CsvSource({"0ms,0", "250ms,250", "1s,1000", "90s,90000", "5m,300000", "1h,3600000"})
  void duration_isReadAndWrittenTheSame(String text, long millis) {
    assertThat(TimeText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    assertThat(TimeText.write(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1", "s", "1 s", "1S", "-1s", "1.5s", "1d", "1s1ms", "9999999999s", "∞"})
  void durationWrittenOtherwise_isRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TimeText.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "512,512", "16KiB,16384", "10MiB,10485760", "3GiB,3221225472"})
  void size_isReadAndWrittenTheSame(String text, long count) {
    assertThat(Bytes.parse(text)).isEqualTo(new Bytes(count)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1KB", "1 KiB", "999999999999999GiB", "1e3"})
  void sizeWrittenOtherwise_isRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Bytes.parse(text));
  }
}
