package io.sluice.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.simulate.BackendResult.BreakerResult;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What the gateway's own retries, budgets and breakers do in a run. */
class RetriesSimulatedTest {
  private static final String RETRY = "retry: { attempts: 3, statuses: [500], %s }";

  private static SimulationResult run(String backend, String client) {
    return Simulation.run(
        Scenarios.of("lasts: 20s\nwarmUp: 0ms", "limit: 200", backend, "read", client));
  }

  private static BackendResult backend(SimulationResult run) {
    return requireNonNull(run.backends().get("app"));
  }

  private static String failing(String share, String more) {
    return "servers: 50, spells: [{ from: 0ms, until: 20s, failing: %s%s }]".formatted(share, more);
  }

  @Test
  void withoutRetries_everyRequestIsOneAttempt() {
    SimulationResult run = run(failing("20%", ""), "rate: 200");
    BackendResult backend = backend(run);
    assertThat(backend.attempts()).isEqualTo(backend.requests()).isEqualTo(run.attempts());
    assertThat(run.of(Tier.P1).success()).isCloseTo(0.8, within(0.02));
    assertThat(run.allBudgetRefusals()).isZero();
  }

  @Test
  void failures_areMadeGood_whileTheBudgetAllows() {
    String ample = RETRY.formatted("budget: { ratio: 100%, minimum: 100 }");
    String global = "\nretryBudget: { ratio: 100%, minimum: 100 }";
    SimulationResult run =
        Simulation.run(
            Scenarios.of(
                "lasts: 20s\nwarmUp: 0ms" + global,
                "limit: 200",
                failing("20%", "") + ", " + ample,
                "read",
                "rate: 200"));
    assertThat(run.of(Tier.P1).success()).isCloseTo(1 - 0.008, within(0.005));
    assertThat(backend(run).amplification()).isCloseTo(1.24, within(0.03));
    assertThat(run.allBudgetRefusals()).isZero();
    assertThat(backend(run).retryShare()).isCloseTo(0.24, within(0.06));
  }

  @Test
  void budgetOfTheGateway_countsWhatItRefuses_apartFromTheBackends() {
    String ample = RETRY.formatted("budget: { ratio: 100%, minimum: 100 }");
    SimulationResult run = run(failing("80%", "") + ", " + ample, "rate: 200");
    assertThat(backend(run).budgetRefusals()).isZero();
    assertThat(run.budgetRefusals()).isPositive();
    assertThat(backend(run).amplification()).isLessThanOrEqualTo(1.2);
  }

  @Test
  void writes_areNotTriedAgain() {
    SimulationResult run =
        Simulation.run(
            Scenarios.of(
                "lasts: 10s\nwarmUp: 0ms",
                "limit: 200",
                failing("50%", "").replace("20s", "10s") + ", " + RETRY.formatted(""),
                "write",
                "rate: 100"));
    assertThat(backend(run).attempts()).isEqualTo(backend(run).requests());
  }

  @Test
  void retryAfter_isWaitedFor() {
    String told = failing("5%", ", retryAfter: 2s") + ", " + RETRY.formatted("");
    SimulationResult run = run(told, "rate: 50");
    assertThat(backend(run).attempts()).isGreaterThan(backend(run).requests());
    // Every answer that took longer than a service waited for the two seconds it was told of.
    assertThat(run.of(Tier.P1).p99Millis()).isGreaterThan(2000);
    assertThat(run.of(Tier.P1).p50Millis()).isLessThan(20);
  }

  @Test
  void breaker_refusesWhileItIsOpen_andProbes() {
    String dead = "servers: 50, spells: [{ from: 5s, until: 15s, failing: 100% }]";
    SimulationResult run = run(dead + ", breaker: { cooldown: 1s }", "rate: 100");
    BreakerResult breaker = requireNonNull(backend(run).breaker());
    assertThat(breaker.opened()).isEqualTo(1);
    assertThat(breaker.closed()).isEqualTo(1);
    assertThat(breaker.probes()).isBetween(9L, 11L).isEqualTo(breaker.reopened() + 1);
    assertThat(breaker.probesPerCooldown()).isEqualTo(1);
    assertThat(breaker.openShare()).isCloseTo(0.5, within(0.06));
    assertThat(breaker.recoveryMillis()).isBetween(0.0, 1100.0);
    assertThat(run.of(Tier.P1).refused())
        .containsOnlyKeys(Reason.BREAKER_OPEN)
        .containsValue(breaker.refused());
  }

  @Test
  void largerBudget_isSeenToBeOne() throws IOException {
    String storm =
        Files.readString(Scenarios.FOLDER.resolve("retry-storm.yaml"))
            .replace("ratio: 20%", "ratio: 100%");
    assertThat(Expectation.of(Simulation.run(Scenarios.of(storm))))
        .filteredOn(each -> !each.holds())
        .extracting(Expectation::name)
        .contains("retryShare", "budgetRefusals");
  }

  @Test
  void slowRecovery_isSeenToBeOne() throws IOException {
    String flapping =
        Files.readString(Scenarios.FOLDER.resolve("breaker-flapping.yaml"))
            .replace("recovery: 2s", "recovery: 1ms");
    assertThat(Expectation.of(Simulation.run(Scenarios.of(flapping))))
        .filteredOn(each -> !each.holds())
        .extracting(Expectation::name)
        .containsExactly("recovery");
  }
}
