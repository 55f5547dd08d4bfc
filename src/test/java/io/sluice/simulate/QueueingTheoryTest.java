package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.exchange.Tier;
import io.sluice.simulate.SimulationResult.TierResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The simulator agrees with what queueing theory knows exactly; each bound is at least four
 * standard errors of the estimate wide.
 */
class QueueingTheoryTest {
  private static final String LONG = "lasts: 3000s\nwarmUp: 20s";
  private static final String OPEN = "limit: 100000, waiters: 0, tiers: { p0: { reserve: 0% } }";

  private static SimulationResult run(String lane, String backend, String client) {
    return Simulation.run(Scenarios.of(LONG, lane, backend, "read", client));
  }

  /** Erlang B: probability that all c servers are busy, offered a erlangs. */
  private static double erlangB(int servers, double load) {
    double blocked = 1;
    for (int n = 1; n <= servers; n++) {
      blocked = load * blocked / (n + load * blocked);
    }
    return blocked;
  }

  /** Probability that all K places of an M/M/c/K system are taken. */
  private static double full(int servers, int places, double load) {
    double weight = 1;
    double sum = 1;
    for (int n = 1; n <= places; n++) {
      weight *= load / Math.min(n, servers);
      sum += weight;
    }
    return weight / sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"exponential", "deterministic", "lognormal"})
  void lossWithoutAQueue_isErlangs_whateverTheShape(String shape) {
    SimulationResult run =
        run(OPEN, "servers: 10, queue: 0, service: 100ms, shape: " + shape, "rate: 100");
    TierResult result = run.of(Tier.P1);
    double lost = (double) result.failed() / result.attempts();
    assertThat(lost).isCloseTo(erlangB(10, 10), within(0.006));
  }

  @Test
  void lossAtTheLane_isErlangsToo() {
    String lane = "limit: 10, waiters: 0, tiers: { p0: { reserve: 0% }, p1: { wait: 0ms } }";
    SimulationResult run =
        run(lane, "servers: 10, service: 100ms, shape: exponential", "rate: 100");
    assertThat(run.shedShare()).isCloseTo(erlangB(10, 10), within(0.006));
  }

  @Test
  void lossWithAQueue_isThatOfMMcK() {
    SimulationResult run =
        run(OPEN, "servers: 4, queue: 6, service: 40ms, shape: exponential", "rate: 110");
    TierResult result = run.of(Tier.P1);
    double lost = (double) result.failed() / result.attempts();
    assertThat(lost).isCloseTo(full(4, 10, 4.4), within(0.006));
  }

  @Test
  void sojournInMM1_isExponential() {
    SimulationResult run = run(OPEN, "servers: 1, service: 10ms, shape: exponential", "rate: 50");
    // Mean 1 / (μ − λ) = 20 ms.
    assertThat(run.callP50Millis()).isCloseTo(20 * Math.log(2), within(0.7));
    assertThat(run.callP99Millis()).isCloseTo(20 * Math.log(100), within(7.0));
  }

  @Test
  void goodputOfWhatFits_isWhatIsOffered() {
    SimulationResult run = run(OPEN, "servers: 8, service: 10ms", "rate: 400");
    assertThat(run.goodput()).isCloseTo(400, within(2.0));
    assertThat(run.share()).isCloseTo(1, within(0.001));
  }
}
