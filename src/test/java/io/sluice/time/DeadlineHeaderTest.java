package io.sluice.time;

import static io.sluice.time.DeadlineHeader.ENVOY_EXPECTED_RQ_TIMEOUT_MS;
import static io.sluice.time.DeadlineHeader.GRPC_TIMEOUT;
import static io.sluice.time.DeadlineHeader.JUNK;
import static io.sluice.time.DeadlineHeader.REQUEST_TIMEOUT_MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineHeaderTest {
  private static final long MILLI = 1_000_000L;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1000000",
    "250, 250000000",
    "0250, 250000000",
    "30000, 30000000000",
    "999999999999, 999999999999000000"
  })
  void milliseconds_areReadAsTheyStand(String value, long nanos) {
    assertThat(REQUEST_TIMEOUT_MS.parseNanos(value)).isEqualTo(nanos);
    assertThat(ENVOY_EXPECTED_RQ_TIMEOUT_MS.parseNanos(value)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({
    "0m, 0",
    "1n, 1",
    "7u, 7000",
    "250m, 250000000",
    "2S, 2000000000",
    "3M, 180000000000",
    "1H, 3600000000000",
    "99999999n, 99999999",
    "99999999S, 99999999000000000"
  })
  void grpcTimes_areReadInTheirUnit(String value, long nanos) {
    assertThat(GRPC_TIMEOUT.parseNanos(value)).isEqualTo(nanos);
  }

  @Test
  void grpcTimes_saturate_whenNanosecondsCannotHoldThem() {
    assertThat(GRPC_TIMEOUT.parseNanos("99999999H")).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-",
        "-1",
        "-250",
        "+5",
        " 5",
        "5 ",
        "5,5",
        "5, 6",
        "1.5",
        "1e3",
        "0x10",
        "five",
        "NaN",
        "Infinity",
        "null",
        "5ms",
        "5\u0000",
        "\u0665\u0660", // Arabic digits
        "\uff15", // a full-width digit
        "\u00b2", // superscript two
        "1000000000000", // thirteen digits
        "1767225600000", // a time of day instead of a time left
        "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999999999"
      })
  void anythingElse_isJunkInEveryFormat(String value) {
    for (DeadlineHeader header : DeadlineHeader.values()) {
      assertThat(header.parseNanos(value)).as(header.headerName()).isEqualTo(JUNK);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "S",
        "m",
        "5s",
        "5h",
        "5N",
        "5U",
        "5ms",
        "-5S",
        "+5S",
        " 5S",
        "5 S",
        "5S ",
        "5.0S",
        "100000000m",
        "123456789S",
        "\u0665S",
        "5\u017f",
        "SS",
        "5SS"
      })
  void grpcTimes_areJunk_withoutOneUnitBehindOneToEightDigits(String value) {
    assertThat(GRPC_TIMEOUT.parseNanos(value)).isEqualTo(JUNK);
  }

  @ParameterizedTest
  @EnumSource
  void parse_readsWhatFormatWrote_toTheMillisecond(DeadlineHeader header) {
    for (long millis : new long[] {0, 1, 9, 999, 1000, 29_999, 3_600_000, 99_999_999}) {
      assertThat(header.parseNanos(header.format(millis))).isEqualTo(millis * MILLI);
    }
  }

  @ParameterizedTest
  @EnumSource
  void format_neverSaysMoreThanIsLeft_andIsNeverJunk(DeadlineHeader header) {
    long seed = RandomGenerator.getDefault().nextLong();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 10_000; i++) {
      // Every order of magnitude up to the twelve digits the formats in milliseconds hold.
      long millis = random.nextLong(1_000_000_000_000L) >> random.nextInt(40);
      long read = header.parseNanos(header.format(millis));
      assertThat(read).as("%d ms, seed %d", millis, seed).isBetween(0L, millis * MILLI);
    }
  }

  @Test
  void grpcTimes_neverExceedEightDigits() {
    assertThat(GRPC_TIMEOUT.format(99_999_999)).isEqualTo("99999999m");
    assertThat(GRPC_TIMEOUT.format(100_000_999)).isEqualTo("100000S");
    assertThat(GRPC_TIMEOUT.format(Long.MAX_VALUE)).isEqualTo("99999999S");
  }

  @ParameterizedTest
  @EnumSource
  void required_findsEveryFormatByItsLowerCaseName(DeadlineHeader header) {
    assertThat(DeadlineHeader.required(header.headerName())).isEqualTo(header);
    assertThat(header.headerName()).isLowerCase();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "timeout", "x-request-timeout", "X-Request-Timeout-Ms"})
  void required_saysSo_whenTheNameIsNoneOfOurs(String name) {
    assertThatThrownBy(() -> DeadlineHeader.required(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(name + " does not carry a deadline");
  }
}
