package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.ScenarioLoader.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenario files are refused as gateways' files are: every fault, with its place. */
class ScenarioLoaderTest {
  /** Valid without a warning. */
  private static final String GOOD =
      """
      lanes:
        main: { limit: 24 }
      backends:
        app: { servers: 8 }
      routes:
        - { name: all, path: "/*", lane: main, backend: app }
      clients:
        - { route: all, rate: 10 }
      """;

  @TempDir private Path folder;

  private List<String> faults(String yaml) {
    Path file = folder.resolve("s.yaml");
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return switch (ScenarioLoader.load(file, _ -> null)) {
      case Scenario.Valid _ -> List.of();
      case Scenario.Invalid(List<Finding> faults) ->
          faults.stream().map(f -> f.toString().replace(folder + "/", "")).toList();
    };
  }

  @Test
  void goodFile_isTaken() {
    assertThat(faults(GOOD)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          threads: 4            | threads: 4 (expected: 0, or at least one for each of the servers, 8)
          shape: normal         | shape: normal (expected: one of deterministic, exponential, lognormal, bimodal)
          slow: 20ms            | slow: has no effect here (expected: only with shape: bimodal)
          spread: 20%           | spread: has no effect here (expected: only with shape: lognormal)
          leakFrom: 1s          | leakFrom: has no effect here (expected: only with a leak)
          coldFor: 1s           | coldFor: has no effect here (expected: only with a coldFactor)
          pause: 1s             | pause: has no effect here (expected: only with pauseEvery)
          pauseEvery: 100ms     | pause: 100ms (expected: less than pauseEvery, 100ms)
          sevrers: 4            | sevrers: unknown key (
          retry: { attempts: 0 } | retry.attempts: 0 (expected: 1..10)
          retry: { statuses: [404] } | retry.statuses[0]: 404 (expected: 429, 500, 502, 503 or 504)
          retry: { hedge: { after: 5ms } } | retry.hedge: is not simulated (expected: to be left out)
          breaker: { failures: 0 } | breaker.failures: 0 (expected: at least 1; or a failureRate or slowRate, as nothing else opens it)
          breaker: { counts: attempt, failures: 2 } | breaker.failures: 2 (expected: at least 3, more than the attempts of one request)
          breaker: { cooldwon: 1s } | breaker.cooldwon: unknown key (did you mean "cooldown"?)
          """)
  void backendThatCannotBeModelled_isRefused(String pair, String message) {
    List<String> faults = faults(GOOD.replace("servers: 8 }", "servers: 8, " + pair + " }"));
    assertThat(faults).hasSize(1);
    assertThat(faults.getFirst()).startsWith("s.yaml:4:").contains("backends.app." + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          peak: 100             | peak: has no effect here (expected: only with arrivals: step, flash or diurnal)
          until: 5s             | until: has no effect here (expected: only with arrivals: step)
          from: 5s              | from: has no effect here (expected: only with arrivals: step or flash)
          period: 5s            | period: has no effect here (expected: only with arrivals: burst, flash or diurnal)
          retries: 2            | retries: has no effect here (expected: only with retry: immediate, or another that comes again)
          base: 1s              | base: has no effect here (expected: only with retry: exponential, jittered, hint, seconds or impatient)
          arrivals: flash       | peak: 0 (expected: at least rate, 10)
          arrivals: step, peak: 20, from: 9s, until: 9s | until: 9s (expected: after from, 9s)
          arrivals: step, peak: 20, from: 2m, until: 3m | from: 2m (expected: before the end, 60s)
          retry: hint, base: 2s, maxWait: 1s | maxWait: 1s (expected: at least base, 2s)
          retry: never          | retry: never (expected: one of none, immediate, exponential, jittered, hint, seconds, impatient)
          """)
  void clientsThatMakeNoSense_areRefused(String pairs, String message) {
    String text = message.replace("the end, 60s", "the end, 1m");
    assertThat(faults(GOOD.replace("rate: 10 }", "rate: 10, " + pairs + " }")))
        .singleElement()
        .asString()
        .startsWith("s.yaml:8:")
        .endsWith("clients[0]." + text);
  }

  @Test
  void unknownNames_areRefusedWithTheNearest() {
    assertThat(
            faults(
                GOOD.replace("lane: main", "lane: mian")
                    .replace("backend: app", "backend: apo")
                    .replace("route: all", "route: al")))
        .containsExactly(
            "s.yaml:6:36: routes[0].lane: no lane is called mian (did you mean \"main\"?)",
            "s.yaml:6:51: routes[0].backend: no backend is called apo (did you mean \"app\"?)",
            "s.yaml:8:14: clients[0].route: no route is called al (did you mean \"all\"?)");
  }

  @Test
  void warmUpAsLongAsTheRun_isRefused() {
    assertThat(faults("lasts: 5s\nwarmUp: 5s\n" + GOOD))
        .containsExactly("s.yaml:2:9: warmUp: 5s (expected: less than lasts, 5s)");
  }

  @Test
  void spellsThatEndBeforeTheyBegin_overlap_orChangeNothing_areRefused() {
    String spells =
        """
        servers: 8, spells: [
            { from: 9s, until: 8s, slower: 2 },
            { from: 10s, until: 20s, slower: 2 },
            { from: 15s, until: 25s, slower: 3 },
            { from: 30s, until: 40s },
            { from: 50s, until: 55s, slower: 2, failsIn: 3ms } ] }""";
    assertThat(faults(GOOD.replace("servers: 8 }", spells)))
        .containsExactly(
            "s.yaml:5:24: backends.app.spells[0].until: 8s (expected: after from, 9s)",
            "s.yaml:7:5: backends.app.spells[2]: overlaps the one from 10s to 20s (expected: one at a"
                + " time)",
            "s.yaml:8:5: backends.app.spells[3]: changes nothing (expected: slower, servers or"
                + " failing)",
            "s.yaml:9:50: backends.app.spells[4].failsIn: has no effect here (expected: only with"
                + " failing)");
  }

  @Test
  void whatIsNotSimulated_isRefused() {
    assertThat(faults(GOOD.replace("backend: app }", "backend: app, auth: jwt }")))
        .containsExactly(
            "s.yaml:6:62: routes[0].auth: jwt (expected: none; callers are not simulated)");
    assertThat(faults(GOOD.replace("backend: app }", "backend: app, overflow: discard }")))
        .containsExactly(
            "s.yaml:6:66: routes[0].overflow: discard (expected: abort; telemetry is not"
                + " simulated)");
  }

  @Test
  void gatewaysRules_holdHereToo() {
    assertThat(faults(GOOD.replace("backend: app }", "backend: app, weight: 30 }")))
        .singleElement()
        .asString()
        .contains("routes[0].weight: 30 (expected: at most");
    assertThat(faults(GOOD.replace("{ limit: 24 }", "{ limit: 24, tiers: { p2: { wait: 5ms } } }")))
        .containsExactly(
            "s.yaml:2:43: lanes.main.tiers.p2.wait: 5ms (expected: 0ms, as P2 never waits)");
    assertThat(faults(GOOD + "server: { port: 80 }\n"))
        .singleElement()
        .asString()
        .startsWith("s.yaml:9:1: server: unknown key (known: about,");
  }

  @Test
  void expectationsThatContradict_areRefused() {
    assertThat(faults(GOOD + "expect: { goodput: 90%, goodputAtMost: 80% }\n"))
        .containsExactly(
            "s.yaml:9:40: expect.goodputAtMost: 80% (expected: at least goodput, 90%)");
  }

  @Test
  void retryBudget_isReadAsAGatewaysIs() {
    assertThat(faults(GOOD + "retryBudget: { ratio: 10%, minimum: 1, perSecond: 20 }\n")).isEmpty();
    assertThat(faults(GOOD + "retryBudget: { perSecond: 0 }\n"))
        .containsExactly("s.yaml:9:27: retryBudget.perSecond: 0 (expected: 1..1000000)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          breakerOpens: 1           | a breaker
          probesPerCooldown: 1      | a breaker
          recovery: 1s              | a breaker
          retryShare: 20%           | a retry of statuses or timeouts
          budgetRefusals: 1         | a retry of statuses or timeouts
          backendAmplification: 120 | a retry of statuses or timeouts
          """)
  void expectationsOfWhatCannotHappen_areRefused(String pair, String needed) {
    assertThat(faults(GOOD + "expect: { " + pair + " }\n"))
        .singleElement()
        .asString()
        .startsWith("s.yaml:9:")
        .endsWith("has no effect here (expected: only with " + needed + ")");
    assertThat(
            faults(
                GOOD.replace("servers: 8 }", "breaker: {}, retry: { statuses: [500] } }")
                    + "expect: { "
                    + pair
                    + " }\n"))
        .isEmpty();
  }

  @Test
  void retryAfterOfASpellWithoutFailures_isRefused() {
    assertThat(
            faults(
                GOOD.replace(
                    "servers: 8 }",
                    "spells: [{ from: 1s, until: 2s, slower: 2, retryAfter: 1s }] }")))
        .singleElement()
        .asString()
        .endsWith(
            "backends.app.spells[0].retryAfter: has no effect here (expected: only with failing)");
  }

  @Test
  void emptyFile_saysWhatAScenarioNeeds() {
    assertThat(faults("# nothing\n"))
        .containsExactly("s.yaml:1:1: empty (expected: lanes, backends, routes, clients)");
    assertThat(faults("a: [\n")).singleElement().asString().contains("not YAML");
  }

  @Test
  void allFaults_areFoundInOneRun() {
    assertThat(
            faults(
                """
                lasts: 1d
                wramUp: 2s
                lanes: { main: { limit: 2 } }
                backends: { app: { service: fast } }
                routes: [{ name: all, path: "/*", lane: main, backend: app }]
                clients: [{ route: all, rate: -1 }]
                """))
        .containsExactly(
            "s.yaml:1:8: lasts: 1d (expected: 1s..24h, written like 250ms, 1s, 5m or 1h)",
            "s.yaml:2:1: wramUp: unknown key (did you mean \"warmUp\"?)",
            "s.yaml:3:25: lanes.main.limit: 2 (expected: 4..100000 or adaptive)",
            "s.yaml:4:29: backends.app.service: fast (expected: 1ms..1h, written like 250ms, 1s, 5m"
                + " or 1h)",
            "s.yaml:6:31: clients[0].rate: -1 (expected: 0..1000000)");
  }
}
