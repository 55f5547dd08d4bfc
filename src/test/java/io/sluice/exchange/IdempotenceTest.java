package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdempotenceTest {
  @ParameterizedTest
  @CsvSource({
    "GET, SAFE",
    "HEAD, SAFE",
    "OPTIONS, SAFE",
    "TRACE, SAFE",
    "PUT, IDEMPOTENT",
    "DELETE, IDEMPOTENT",
    "POST, UNSAFE",
    "PATCH, UNSAFE",
    "CONNECT, UNSAFE",
    "PROPFIND, UNSAFE",
    "get, UNSAFE"
  })
  void aMethod_promisesWhatTheStandardSays_andAnUnknownOneNothing(
      String method, Idempotence promised) {
    assertThat(Idempotence.ofMethod(method)).isEqualTo(promised);
  }
}
