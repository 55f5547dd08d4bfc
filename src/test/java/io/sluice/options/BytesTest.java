package io.sluice.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "512, 512",
    "512B, 512",
    "16KiB, 16384",
    "10MiB, 10485760",
    "1GiB, 1073741824",
    "999999999999999, 999999999999999"
  })
  void parse_readsACountAndAUnit(String text, long count) {
    assertThat(Bytes.parse(text).count()).isEqualTo(count);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        "1.5MiB",
        "1 KiB",
        "KiB",
        "1KB",
        "1kib",
        "1TiB",
        "\u0665",
        "1e3",
        "1000000000000000"
      })
  void parse_saysWhatItExpected_whenItIsNoSize(String text) {
    assertThatThrownBy(() -> Bytes.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("16KiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1023", "1KiB", "1025", "1536KiB", "10MiB", "3GiB", "2048GiB"})
  void toString_isWhatParseReads(String text) {
    assertThat(Bytes.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({"512B, 512", "1024, 1KiB", "1024KiB, 1MiB", "1048576KiB, 1GiB"})
  void toString_usesTheLargestUnitThatFits(String text, String shown) {
    assertThat(Bytes.parse(text)).hasToString(shown);
  }
}
