package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.client.Backoff;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurgePlanTest {
  private static final Load LOAD = Load.constant(10, Duration.ofSeconds(1));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:80",
        "https://x",
        "ftp://x",
        "/path",
        "http:///path",
        "http://x/?q",
        "http://u@x"
      })
  void constructor_refuses_whatIsNoHttpTarget(String target) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SurgePlan.of(URI.create(target), LOAD))
        .withMessageContaining("expected: http://host:port");
  }

  @Test
  void constructor_refuses_whatIsOutOfBounds() {
    SurgePlan plan = Attempts.PLAN;
    assertThatIllegalArgumentException().isThrownBy(() -> plan.withConnections(0));
    assertThatIllegalArgumentException().isThrownBy(() -> plan.withLoops(0));
    assertThatIllegalArgumentException().isThrownBy(() -> plan.withTimeout(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> Load.constant(0, Duration.ofSeconds(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> Load.constant(1, Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> new Retry.Naive(-1));
  }

  @Test
  void pathPrefix_hasNoTrailingSlash() {
    assertThat(SurgePlan.of(URI.create("http://x:1/"), LOAD).pathPrefix()).isEmpty();
    assertThat(SurgePlan.of(URI.create("http://x:1/api/"), LOAD).pathPrefix()).isEqualTo("/api");
    assertThat(SurgePlan.of(URI.create("http://x"), LOAD).port()).isEqualTo(80);
  }

  @Test
  void patience_isTheTimeout_untilAClientRetries() {
    SurgePlan plan = Attempts.PLAN.withTimeout(Duration.ofMillis(500));
    assertThat(plan.patience()).hasMillis(500);
    assertThat(plan.withRetry(new Retry.Naive(3)).patience()).hasMillis(2000);
    var patient = new Retry.Cooperative(Duration.ofSeconds(7), Backoff.DEFAULT, true);
    assertThat(plan.withRetry(patient).patience()).hasSeconds(7);
  }
}
