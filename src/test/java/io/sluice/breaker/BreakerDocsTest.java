package io.sluice.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.Transition.Why;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever reads a state or a reason in a metric finds it in the operator's page. */
class BreakerDocsTest {
  private static void assertExplained(String code) throws IOException {
    assertThat(Files.readString(Path.of("src/docs/OPERATIONS.md")).lines())
        .anyMatch(line -> line.startsWith("| `") && line.contains("`" + code + "`"));
  }

  @ParameterizedTest
  @EnumSource(Why.class)
  void everyReason_isExplained(Why why) throws IOException {
    assertExplained(why.code());
  }

  @ParameterizedTest
  @EnumSource(BreakerState.class)
  void everyState_isExplained(BreakerState state) throws IOException {
    assertExplained(state.code());
  }
}
