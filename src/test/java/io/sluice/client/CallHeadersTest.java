package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallHeadersTest {
  private final MultiMap headers = MultiMap.caseInsensitiveMultiMap();

  @Test
  void identify_namesTheRequestAndCountsTheAttempt() {
    CallHeaders.identify(headers, "r-7", 2, "k-7");
    assertThat(headers.get("X-Request-Id")).isEqualTo("r-7");
    assertThat(headers.get("X-Sluice-Attempt")).isEqualTo("2");
    assertThat(headers.get("Idempotency-Key")).isEqualTo("k-7");
  }

  @Test
  void identify_sendsNoKey_whenThereIsNone() {
    CallHeaders.identify(headers, "r-7", 1, null);
    assertThat(headers.contains("idempotency-key")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"500000000,500", "1999999,1", "999999,1", "0,1", "-7,1"})
  void deadline_roundsDownButPromisesAMillisecond(long nanos, String millis) {
    CallHeaders.deadline(headers, nanos);
    assertThat(headers.get("x-request-timeout-ms")).isEqualTo(millis);
  }
}
