package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.retry.RetryAdvice.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAdviceTest {
  private static final String NOW = "Sun, 06 Nov 1994 08:49:37 GMT";

  @Test
  void ofHeaders_prefersExactMillis_whenBothAreThere() {
    assertThat(RetryAdvice.ofHeaders("1234", "7", null))
        .isEqualTo(new RetryAdvice(Source.MILLIS, 1234));
  }

  @Test
  void ofHeaders_takesWholeSeconds_whenThereAreNoMillis() {
    assertThat(RetryAdvice.ofHeaders(null, " 7 ", null))
        .isEqualTo(new RetryAdvice(Source.SECONDS, 7000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "soon", "-5", "+5", "1.5", "1e3", "0x10", "5s", "NaN", "٣"})
  void ofHeaders_fallsBackToSeconds_whenMillisAreJunk(String junk) {
    assertThat(RetryAdvice.ofHeaders(junk, "2", null))
        .isEqualTo(new RetryAdvice(Source.SECONDS, 2000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-1", "0", "1.5", "Sun, 99 Nov 1994 08:49:37 GMT", "GMT"})
  void ofHeaders_advisesNothing_whenTheHintIsJunkOrNotInTheFuture(String junk) {
    assertThat(RetryAdvice.ofHeaders(null, junk, NOW)).isEqualTo(RetryAdvice.NONE);
  }

  @Test
  void ofHeaders_advisesNothing_whenThereAreNoHeaders() {
    assertThat(RetryAdvice.ofHeaders(null, null, null)).isEqualTo(RetryAdvice.NONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"3600001", "99999999999", "9223372036854775808", "99999999999999999999999"})
  void ofHeaders_capsAtAnHour_whenTheHintIsHuge(String huge) {
    assertThat(RetryAdvice.ofHeaders(huge, null, null).afterMillis())
        .isEqualTo(RetryAdvice.CAP_MILLIS);
    assertThat(RetryAdvice.ofHeaders(null, huge, null).afterMillis())
        .isEqualTo(RetryAdvice.CAP_MILLIS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 06 Nov 1994 08:49:49 GMT",
        "Sunday, 06-Nov-94 08:49:49 GMT",
        "Sun Nov  6 08:49:49 1994"
      })
  void ofHeaders_measuresTheDateFromTheResponsesOwnDate_inAllThreeFormats(String date) {
    assertThat(RetryAdvice.ofHeaders(null, date, NOW))
        .isEqualTo(new RetryAdvice(Source.DATE, 12_000));
  }

  @Test
  void ofHeaders_advisesNothing_whenTheDateIsPast() {
    assertThat(RetryAdvice.ofHeaders(null, "Sun, 06 Nov 1994 08:49:36 GMT", NOW))
        .isEqualTo(RetryAdvice.NONE);
  }

  @Test
  void ofHeaders_capsAtAnHour_whenTheDateIsFarAway() {
    assertThat(RetryAdvice.ofHeaders(null, "Tue, 06 Nov 2525 08:49:37 GMT", NOW))
        .isEqualTo(new RetryAdvice(Source.DATE, RetryAdvice.CAP_MILLIS));
  }

  @ParameterizedTest
  @CsvSource(
      value = {"NULL", "yesterday"},
      nullValues = "NULL")
  void ofHeaders_saysLater_whenADateHasNothingToBeMeasuredFrom(String date) {
    assertThat(RetryAdvice.ofHeaders(null, NOW, date).source()).isEqualTo(Source.DATE_UNMEASURED);
  }
}
