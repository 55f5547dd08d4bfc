package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.retry.RetryOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EffectiveYamlTest {
  @TempDir private Path folder;

  static Stream<Path> shippedFiles() throws IOException {
    return ShippedFilesTest.files();
  }

  @ParameterizedTest
  @MethodSource("shippedFiles")
  void effectiveYaml_loadsToTheSameOptions(Path file) {
    if (!(ConfigLoader.load(file, name -> null) instanceof Loaded.Valid valid)) {
      throw new AssertionError(file + " is invalid");
    }
    Sample again = Sample.of(folder, valid.effectiveYaml());
    assertThat(again.options()).isEqualTo(valid.options());
    assertThat(again.valid().effectiveYaml()).isEqualTo(valid.effectiveYaml());
  }

  @Test
  void valuesThatYamlWouldReadOtherwise_surviveTheRoundTrip() {
    for (String token :
        new String[] {"0123", "null", "true", "${X}", "$${X}", "*a", "!b", " c", "#d", "e: f"}) {
      var options = Sample.of(folder, Sample.REST).options();
      var written =
          new GatewayOptions(
              options.server(),
              options.admin(),
              options.accessLog(),
              options.hints(),
              options.callers(),
              options.jwt(),
              options.retryBudget(),
              options.lanes(),
              Map.of(
                  "app",
                  new BackendOptions(
                      List.of(),
                      token,
                      Duration.ofMillis(20),
                      Duration.ofSeconds(5),
                      24,
                      BackendOptions.Protocol.HTTP1,
                      BackendTlsOptions.DEFAULT,
                      RetryOptions.DEFAULT,
                      null,
                      BalanceOptions.DEFAULT,
                      EjectionOptions.DEFAULT,
                      null,
                      Duration.ZERO,
                      null,
                      false)),
              options.routes());
      String yaml = EffectiveYaml.render(written, Set.of()).replace("workers: 0", "workers: 24");
      assertThat(Sample.of(folder, yaml).options().backends()).isEqualTo(written.backends());
    }
  }
}
