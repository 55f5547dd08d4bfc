package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RejectionOptionsTest {
  @Test
  void theReferenceScenario_isThatOfTheDocuments() {
    RejectionOptions reference = RejectionOptions.REFERENCE;
    assertThat(reference.requests()).isEqualTo(10_000);
    assertThat(reference.places()).isEqualTo(72);
    assertThat(reference.offsetNanos(0)).isZero();
    assertThat(reference.offsetNanos(9_999)).isEqualTo(4_999_500_000L);
  }

  @Test
  void everyBound_isNamed() {
    assertRefused("--rate: 0 (expected: 1..100000)", 0, 5, 8, 64, 6, 3);
    assertRefused("--seconds: NaN (expected: 0.1..600)", 2000, Double.NaN, 8, 64, 6, 3);
    assertRefused("--workers: 0 (expected: 1..1024)", 2000, 5, 0, 64, 6, 3);
    assertRefused("--queue: 0 (expected: 1..100000)", 2000, 5, 8, 0, 6, 3);
    assertRefused("--service-ms: 0.05 (expected: 0.1..10000)", 2000, 5, 8, 64, 0.05, 3);
    assertRefused("--retries: 0 (expected: 1..100)", 2000, 5, 8, 64, 6, 0);
    assertRefused("rate x seconds: 60000000 requests", 100_000, 600, 8, 64, 6, 3);
  }

  private static void assertRefused(
      String message, double rate, double seconds, int workers, int queue, double ms, int retries) {
    assertThatThrownBy(() -> new RejectionOptions(rate, seconds, workers, queue, ms, retries))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
