package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.exchange.Tier;
import io.sluice.simulate.report.JsonReport;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static String everything(ScenarioOptions scenario) throws JsonProcessingException {
    Rehearsal rehearsal = Rehearsal.of("it", scenario, 1);
    return new ObjectMapper().writeValueAsString(JsonReport.of(rehearsal))
        + new ObjectMapper().writeValueAsString(rehearsal.worst().points());
  }

  @Test
  void sameSeed_isTheSameRunToTheLastBit() throws JsonProcessingException {
    for (String name :
        new String[] {"surge-hints", "slower-4", "refreshers", "retry-storm", "breaker-flapping"}) {
      ScenarioOptions scenario = Scenarios.shipped(name).lasting(Duration.ofSeconds(25));
      assertThat(everything(scenario)).isEqualTo(everything(scenario));
    }
    assertThat(everything(RandomScenario.of(77))).isEqualTo(everything(RandomScenario.of(77)));
  }

  @Test
  void otherSeed_isAnotherRun() throws JsonProcessingException {
    ScenarioOptions scenario = Scenarios.shipped("surge").lasting(Duration.ofSeconds(10));
    assertThat(everything(scenario)).isNotEqualTo(everything(scenario.withSeed(2)));
  }

  @Test
  void watching_changesNothing() {
    ScenarioOptions scenario = Scenarios.shipped("slower-4");
    SimulationResult watched = Simulation.run(scenario);
    SimulationResult unwatched = Simulation.run(scenario, _ -> null, false);
    assertThat(unwatched.tiers()).isEqualTo(watched.tiers());
    assertThat(unwatched.goodput()).isEqualTo(watched.goodput());
    assertThat(unwatched.verdicts().all()).allSatisfy((_, v) -> assertThat(v.judged()).isZero());
  }

  @Test
  void everyRequest_isAccountedFor() {
    for (int seed = 100; seed < 110; seed++) {
      SimulationResult run = Simulation.run(RandomScenario.of(seed));
      for (Tier tier : Tier.values()) {
        SimulationResult.TierResult result = run.of(tier);
        long ended = result.succeeded() + result.refusedInAll() + result.failed() + result.left();
        assertThat(ended).as("%s, seed %d", tier, seed).isEqualTo(result.attempts());
      }
    }
  }

  @Test
  void goodputAtTenTimesTheLoad_isThatAtFullLoad() {
    ScenarioOptions tenfold = Scenarios.shipped("tenfold");
    SimulationResult ten = Simulation.run(tenfold);
    SimulationResult one = Simulation.run(Loads.scaled(tenfold, 0.1));
    assertThat(one.goodput()).isGreaterThan(1250);
    assertThat(ten.goodput()).isGreaterThanOrEqualTo(0.97 * one.goodput());
    assertThat(ten.zombies()).isZero();
  }

  @Test
  void goodputAtTenTimesTheLoad_isThatAtFullLoad_withALimitThatMoves() {
    ScenarioOptions full = Scenarios.shipped("slower-4");
    SimulationResult one = Simulation.run(Loads.steady(Loads.scaled(full, 0.5)));
    SimulationResult ten = Simulation.run(Loads.steady(Loads.scaled(full, 5)));
    assertThat(ten.goodput()).isGreaterThanOrEqualTo(0.97 * one.goodput());
  }

  @Test
  void belowCapacity_nothingIsShed() {
    for (int seed = 1; seed <= 4; seed++) {
      SimulationResult run = Simulation.run(Scenarios.shipped("below-capacity").withSeed(seed));
      assertThat(run.shedShare()).as("seed %d", seed).isLessThanOrEqualTo(0.001);
    }
    SimulationResult hard = Simulation.run(Scenarios.shipped("hard-reserves"));
    double refused = (double) hard.of(Tier.P2).refusedInAll() / hard.of(Tier.P2).attempts();
    assertThat(refused).as("what hard reserves cost P2 at 80 % load").isCloseTo(0.14, within(0.02));
  }

  /** Of clients who know the whole seconds only, no 100 ms of their return hold twice the mean. */
  @Test
  void clientsRefusedInOneBurst_comeBackSpread() {
    ScenarioOptions burst =
        Scenarios.of(
            """
            lasts: 19s
            warmUp: 0ms
            lanes:
              main: { limit: 8, waiters: 0, tiers: { p0: { reserve: 0% }, p1: { wait: 0ms } } }
            backends:
              app: { servers: 8, service: 10ms, shape: exponential }
            routes:
              - { name: usual, path: /usual, kind: write, lane: main, backend: app, wait: 0ms }
              - { name: burst, path: /burst, lane: main, backend: app }
            clients:
              - { route: usual, rate: 600 }
              - { route: burst, rate: 300, arrivals: burst, period: 10s, retry: seconds, retries: 1 }
            """);
    SimulationResult run = Simulation.run(burst);
    double busiest = 0;
    double back = 0;
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (int i = 0; i < run.points().size(); i++) {
      double attempts = run.points().get(i).attempts()[Tier.P1.rank()] / 10;
      boolean theBurstItself = attempts >= 3000;
      if (attempts > 0 && !theBurstItself) {
        first = Math.min(first, i);
        last = i;
        back += attempts;
        busiest = Math.max(busiest, attempts);
      }
    }
    assertThat(back).isGreaterThan(1000);
    double mean = back / (last - first + 1);
    assertThat(busiest).isLessThanOrEqualTo(2 * mean);
  }
}
