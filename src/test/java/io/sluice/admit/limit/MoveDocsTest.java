package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever reads a reason in a metric finds it in the operator's page. */
class MoveDocsTest {
  @ParameterizedTest
  @EnumSource(Move.Why.class)
  void everyReason_isExplained(Move.Why why) throws IOException {
    assertThat(Files.readString(Path.of("src/docs/OPERATIONS.md")).lines())
        .anyMatch(line -> line.startsWith("| `") && line.contains("`" + why.code() + "`"));
  }
}
