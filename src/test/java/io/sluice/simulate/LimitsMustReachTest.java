package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulate.Models.Asked;
import io.sluice.simulate.Models.Model;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What guarded Vegas has to reach, in the simulator, through the production lane, the worst of all
 * seeds counted; and how it compares with the library people use. Virtual time: nothing here
 * depends on the machine.
 */
class LimitsMustReachTest {
  /** Netflix' limits are asked for their means only. */
  private static final List<Integer> TWO_SEEDS = LimitFigures.SEEDS.subList(0, 2);

  private static final int TEN_MINUTES = 600;

  static Stream<String> models() {
    return Models.all().stream().map(Model::name);
  }

  @ParameterizedTest
  @MethodSource("models")
  void guardedVegas_getsWhatTheBackendHas_andMoreOfItThanTheLibrary(String name) {
    Model model = Models.named(name);
    LimitFigures ours = LimitFigures.of(Contestant.VEGAS, model, LimitFigures.SEEDS);
    System.out.println(name + ": " + ours);

    assertThat(ours.worst()).as("goodput").isGreaterThanOrEqualTo(leastGoodput(model.asked()));
    if (model.asked() == Asked.STEP) {
      assertThat(ours.windows()).as("windows to re-converge").isBetween(0, 10);
    }
    if (model.asked() == Asked.STATIONARY || model.asked() == Asked.KNEE) {
      assertThat(ours.p0Success()).as("P0, which fits the reserve").isEqualTo(1);
    }
    compare(model, ours);
  }

  private static double leastGoodput(Asked asked) {
    return switch (asked) {
      case STATIONARY, KNEE -> 0.97;
      case STEP -> 0.94;
      case SHRUNK -> 0.85;
      case LEAK -> 0.94;
    };
  }

  private static void compare(Model model, LimitFigures ours) {
    for (Contestant rival : Contestant.values()) {
      if (!rival.isNetflix()) {
        continue;
      }
      LimitFigures theirs = LimitFigures.of(rival, model, TWO_SEEDS);
      if (model.asked() == Asked.KNEE) {
        assertThat(ours.worst()).as("beside %s", rival).isGreaterThan(theirs.mean());
      } else {
        // Those that never shrink have nothing to find out when lost servers come back.
        double behind = model.asked() == Asked.SHRUNK ? 0.04 : 0.03;
        assertThat(ours.mean()).as("beside %s", rival).isGreaterThan(theirs.mean() - behind);
      }
      boolean still = model.asked() == Asked.STATIONARY || model.asked() == Asked.KNEE;
      if (still && rival == Contestant.NETFLIX_GRADIENT2) {
        assertThat(ours.p50Millis()).as("p50").isLessThanOrEqualTo(0.6 * theirs.p50Millis());
      }
    }
  }

  @Test
  void tenMinutesOfSaturation_doNotMoveItUp() {
    for (String name : List.of("exponential", "bimodal", "contended")) {
      for (int seed : TWO_SEEDS) {
        SimulationResult run = Contestant.VEGAS.run(Models.named(name), TEN_MINUTES, seed);
        double early = LimitDrift.meanLimit(run, 60, 180);
        double late = LimitDrift.meanLimit(run, 480, 600);
        System.out.printf("%s, seed %d: %.1f, then %.1f%n", name, seed, early, late);
        assertThat(late).as("%s, seed %d", name, seed).isLessThan(1.35 * early);
      }
    }
  }

  @Test
  void aBlackHoleOfConstantLatency_neverLiftsItAboveItsBound() {
    var hole =
        new Model(
            "black-hole",
            "answers everything after 400 ms",
            "servers: 100000, service: 400ms",
            2000,
            Asked.STATIONARY);
    for (int seed : TWO_SEEDS) {
      SimulationResult run = Contestant.VEGAS.run(hole, LimitFigures.SECONDS, seed);
      assertThat(run.points())
          .allSatisfy(p -> assertThat(LimitDrift.limitAt(p)).isLessThanOrEqualTo(200));
    }
  }

  @Test
  void unhealthyLatency_keepsItDown_whateverTheThroughputSays() {
    var hole =
        new Model(
            "late",
            "answers everything after 1.2 s",
            "servers: 100000, service: 1200ms",
            2000,
            Asked.STATIONARY);
    SimulationResult run = Contestant.VEGAS.run(hole, LimitFigures.SECONDS, 1);
    assertThat(run.points().stream().map(LimitDrift::limitAt).toList())
        .isSortedAccordingTo(Comparator.reverseOrder())
        .last()
        .satisfies(limit -> assertThat(limit).isLessThanOrEqualTo(6));
  }
}
