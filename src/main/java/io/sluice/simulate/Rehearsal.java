package io.sluice.simulate;

import io.sluice.simulate.scenario.ScenarioOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario run with one or several seeds, of which the worst counts.
 *
 * @param name what the scenario is called
 * @param worst the run with the lowest share of what was possible
 * @param seeds how many were run, from the scenario's own on
 * @param expectations each with the worst figure of all runs
 * @param verdicts of all runs together
 */
public record Rehearsal(
    String name,
    SimulationResult worst,
    int seeds,
    List<Expectation> expectations,
    Verdicts verdicts) {

  /** Runs it. */
  public static Rehearsal of(String name, ScenarioOptions scenario, int seeds) {
    SimulationResult worst = null;
    List<Expectation> expectations = List.of();
    var verdicts = new Verdicts();
    for (int i = 0; i < seeds; i++) {
      SimulationResult run = Simulation.run(scenario.withSeed(scenario.seed() + i));
      verdicts.add(run.verdicts());
      List<Expectation> found = Expectation.of(run);
      expectations = worst == null ? found : worse(expectations, found);
      worst = worst == null || run.share() < worst.share() ? run : worst;
    }
    if (worst == null) {
      throw new IllegalArgumentException("seeds: " + seeds + " (expected: at least 1)");
    }
    return new Rehearsal(name, worst, seeds, expectations, verdicts);
  }

  private static List<Expectation> worse(List<Expectation> some, List<Expectation> others) {
    var worse = new ArrayList<Expectation>();
    for (int i = 0; i < some.size(); i++) {
      worse.add(some.get(i).worse(others.get(i)));
    }
    return List.copyOf(worse);
  }

  /** Whether everything expected held, and no invariant was violated. */
  public boolean holds() {
    return expectations.stream().allMatch(Expectation::holds) && verdicts.violated() == 0;
  }
}
