package io.sluice.admit;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Races for a lane's permits, in the interleavings that Lincheck models, and on real threads. */
class LaneRacesTest {
  @Test
  void racingOperations_areLinearizableAndLoseNothing_inModelledInterleavings() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(1)
        .iterations(8)
        .invocationsPerIteration(60)
        .check(LaneRaces.class);
  }

  @Test
  void racingOperations_areLinearizableAndLoseNothing_onRealThreads() {
    new StressOptions()
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(2)
        .iterations(10)
        .invocationsPerIteration(300)
        .check(LaneRaces.class);
  }

  @Test
  void permitOnItsWay_hasOneOwner_inModelledInterleavings() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(0)
        .iterations(15)
        .invocationsPerIteration(60)
        .check(GrantRaces.class);
  }

  @Test
  void windowThatIsOver_movesTheLimitOnce_onRealThreads() {
    new StressOptions()
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(3)
        .actorsAfter(1)
        .iterations(10)
        .invocationsPerIteration(300)
        .check(MoveRaces.class);
  }
}
