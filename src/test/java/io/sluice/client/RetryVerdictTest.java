package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Idempotence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryVerdictTest {
  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void afterStatus_mayRetry_whenTheServerRefused(int status) {
    assertThat(RetryVerdict.afterStatus(status)).isEqualTo(RetryVerdict.MAY_RETRY);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202, 204, 304, 400, 401, 404, 409, 422, 500, 501, 502, 504})
  void afterStatus_isAnswered_whenTheServerAnsweredAnythingElse(int status) {
    assertThat(RetryVerdict.afterStatus(status)).isEqualTo(RetryVerdict.ANSWERED);
  }

  @Test
  void afterSilence_isUnknown_whenAnUnsafeRequestMayHaveArrived() {
    assertThat(RetryVerdict.afterSilence(true, Idempotence.UNSAFE))
        .isEqualTo(RetryVerdict.OUTCOME_UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource({"SAFE", "IDEMPOTENT"})
  void afterSilence_mayRetry_whenTwiceIsOnce(Idempotence idempotence) {
    assertThat(RetryVerdict.afterSilence(true, idempotence)).isEqualTo(RetryVerdict.MAY_RETRY);
  }

  @ParameterizedTest
  @EnumSource
  void afterSilence_mayRetry_whenNothingWasSent(Idempotence idempotence) {
    assertThat(RetryVerdict.afterSilence(false, idempotence)).isEqualTo(RetryVerdict.MAY_RETRY);
  }
}
