package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Tier;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The error that {@link GrantRate} promises, between the wait predicted and the wait there was. */
class LanePredictionTest {
  private static final double STATED_ERROR = 0.25;
  private static final long TWO_LONGEST_TAU_NANOS = 2 * SECONDS;

  private final SplittableRandom random = Seed.printed("prediction");
  private final VirtualTime time = new VirtualTime(random.nextLong());
  private double errorNanos;
  private double waitedNanos;
  private long waits;

  @ParameterizedTest(name = "{0} permits of {1} ms, {2} waiting, {3}")
  @CsvSource({
    "8, 6, 32, constant", "8, 6, 32, exponential",
    "24, 20, 64, constant", "24, 20, 64, exponential",
    "4, 60, 32, constant", "4, 60, 32, exponential",
    "50, 100, 100, constant", "100, 50, 64, exponential"
  })
  void predictedWait_isWithinTheStatedError_alsoAfterServiceTimesDouble(
      int permits, int serviceMillis, int places, String distribution) {
    long meanNanos = serviceMillis * MILLIS;
    long doublingNanos = time.nowNanos() + 32 * SECONDS;
    LongSupplier meanNowNanos =
        () -> time.nowNanos() - doublingNanos < 0 ? meanNanos : 2 * meanNanos;
    LongSupplier service =
        distribution.equals("constant")
            ? meanNowNanos
            : () -> (long) (-Math.log(1 - random.nextDouble()) * meanNowNanos.getAsLong());
    var tiers = new NaiveShares(permits, 0, 0, 0, 0, 100).tiers();
    LaneOptions options = Lanes.inOrderOfArrival(permits, places, tiers);
    var lane = new Lane("loans", options, time.nowNanos());
    // Nobody may give up early or be refused for a prediction: only the short waits would be seen.
    new WorkerLane(time, random, lane, permits, service)
        .asking(ask -> ask.waitNanos(100 * SECONDS).budgetNanos(1000 * SECONDS))
        .onClaim(this::compare)
        .arrivals(Tier.P1, 1.5 * SECONDS * permits / meanNanos);

    time.run(2 * SECONDS);
    assertThat(errorOver(30 * SECONDS)).as("steady").isLessThan(STATED_ERROR);
    time.run(TWO_LONGEST_TAU_NANOS);
    assertThat(errorOver(30 * SECONDS)).as("doubled").isLessThan(STATED_ERROR);
  }

  private double errorOver(long durationNanos) {
    errorNanos = 0;
    waitedNanos = 0;
    waits = 0;
    time.run(durationNanos);
    assertThat(waits).isGreaterThan(100);
    return errorNanos / waitedNanos;
  }

  private void compare(Ticket ticket) {
    long wait = time.nowNanos() - ticket.queuedAtNanos();
    errorNanos += Math.abs(ticket.predictedNanos() - wait);
    waitedNanos += wait;
    waits++;
  }
}
