package io.sluice.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {
  @ParameterizedTest
  @CsvSource({"0%, 0", "30%, 0.3", "12.5%, 0.125", "0.001%, 0.00001", "100%, 1", "100.000%, 1"})
  void parse_readsAPercentage(String text, double fraction) {
    assertThat(Share.parse(text).fraction()).isEqualTo(fraction);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "30",
        "%",
        "-1%",
        "+1%",
        "101%",
        "100.001%",
        "1000%",
        ".5%",
        "5.%",
        "3 %",
        "3%%"
      })
  void parse_refuses_whatIsNoPercentageUpToAWhole(String text) {
    assertThatThrownBy(() -> Share.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0%", "0.001%", "7%", "12.345%", "33.3%", "80%", "100%"})
  void toString_isWhatParseReads(String text) {
    assertThat(Share.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
  void aShare_liesBetweenNothingAndAll(double fraction) {
    assertThatThrownBy(() -> new Share(fraction)).isInstanceOf(IllegalArgumentException.class);
  }
}
