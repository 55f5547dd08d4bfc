package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the backend is told of the time that is left. */
class JourneyDeadlineTest {
  @ParameterizedTest
  @CsvSource({
    "1000001, 1",
    "2000000, 1",
    "2000001, 2",
    "300000000, 299",
    "300000001, 300",
    "30000000000, 29999"
  })
  void theBackend_isToldWholeMilliseconds_lessThanWhatIsLeft(long budgetNanos, long millis) {
    var rig = new JourneyRig(4, 2);
    rig.budgetNanos = budgetNanos;

    Ride ride = rig.begun();

    assertThat(ride.last).isEqualTo(new Action.Attempt(ride.exchange.deadline(), millis, 1));
  }

  @Test
  void theBackend_isToldStrictlyLess_forAnyTimeLeft() {
    long seed = RandomGenerator.getDefault().nextLong();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 10_000; i++) {
      var rig = new JourneyRig(4, 2);
      rig.budgetNanos = random.nextLong(1, 3600 * SECOND) >> random.nextInt(24);
      if (rig.begun().last instanceof Action.Attempt attempt) {
        assertThat(attempt.forwardMillis()).as("seed %d", seed).isPositive();
        assertThat(attempt.forwardMillis() * MILLI).as("seed %d", seed).isLessThan(rig.budgetNanos);
      } else {
        assertThat(rig.budgetNanos).as("seed %d", seed).isLessThanOrEqualTo(MILLI);
      }
    }
  }

  @Test
  void theBackend_isToldWhatIsLeftAfterTheWait_notWhatThereWasBefore() {
    var rig = new JourneyRig(4, 2);
    List<Ride> ahead = rig.fillWithP0(4);
    Ride waiter = rig.begun();
    rig.pass(40 * MILLI);
    ahead.getFirst().fire(Event.CALL_OVER);
    rig.runHome();

    assertThat(waiter.last).isEqualTo(new Action.Attempt(waiter.exchange.deadline(), 959, 1));
  }

  @Test
  void aWait_takesAtMostHalfOfTheTimeLeft() {
    var rig = new JourneyRig(4, 2);
    rig.fillWithP0(4);
    rig.budgetNanos = 30 * MILLI;

    assertThat(rig.begun().last).isEqualTo(new Action.Wait(rig.nowNanos + 15 * MILLI));
  }
}
