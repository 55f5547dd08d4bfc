package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ScenarioLoader;
import io.sluice.config.ScenarioLoader.Scenario;
import io.sluice.retry.RetryOptions;
import io.sluice.simulate.report.TextReport;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scenario under conf/scenarios ends as it says it does. */
class ShippedScenariosTest {
  static List<Path> files() {
    return Scenarios.shipped();
  }

  @ParameterizedTest
  @MethodSource("files")
  void shippedScenario_endsAsItSays(Path file) {
    var loaded = (Scenario.Valid) ScenarioLoader.load(file, _ -> null);
    assertThat(loaded.warnings()).isEmpty();
    Rehearsal rehearsal = Rehearsal.of(file.getFileName().toString(), loaded.options(), 1);
    assertThat(rehearsal.expectations()).as("a scenario names what must hold").isNotEmpty();
    assertThat(rehearsal.holds()).as(TextReport.of(rehearsal)).isTrue();
  }

  @Test
  void everyModelOfClientsAndBackends_isInAScenario() {
    List<ScenarioOptions> all = files().stream().map(Scenarios::load).toList();
    List<ClientOptions> clients = all.stream().flatMap(s -> s.clients().stream()).toList();
    List<BackendModelOptions> backends =
        all.stream().flatMap(s -> s.backends().values().stream()).toList();
    assertThat(clients.stream().map(ClientOptions::arrivals).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(ClientOptions.Arrivals.class));
    assertThat(clients.stream().map(ClientOptions::retry).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(ClientOptions.Retry.class));
    assertThat(backends.stream().map(BackendModelOptions::shape).collect(Collectors.toSet()))
        .isEqualTo(EnumSet.allOf(BackendModelOptions.Shape.class));
    assertThat(backends)
        .anyMatch(b -> b.coherency().fraction() > 0)
        .anyMatch(b -> b.contention().fraction() > 0)
        .anyMatch(b -> b.leak().fraction() > 0)
        .anyMatch(b -> b.coldFactor() > 1)
        .anyMatch(b -> !b.pauseEvery().isZero())
        .anyMatch(b -> b.deaf() && b.threads() == 200 && b.servers() == 50)
        .anyMatch(b -> !b.workOn())
        .anyMatch(b -> b.breaker() != null)
        .anyMatch(b -> b.retry().statuses().contains(500))
        .anyMatch(b -> b.retry().on().contains(RetryOptions.On.TIMEOUT))
        .anyMatch(b -> b.spells().stream().anyMatch(spell -> spell.slower() > 1))
        .anyMatch(b -> b.spells().stream().anyMatch(spell -> spell.servers() > 0))
        .anyMatch(b -> b.spells().stream().anyMatch(spell -> spell.failing().fraction() > 0));
  }
}
