package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The reference scenario with the capacity that was measured for it, 1045/s. */
class PredictionTest {
  private static final double CAPACITY = 1045;

  private static Prediction of(Mode mode) {
    return Prediction.of(mode, RejectionOptions.REFERENCE, CAPACITY);
  }

  @Test
  void aborting_doesWhatThePoolCan_andWhatItHolds() {
    Prediction abort = of(Mode.ABORT);
    assertThat(abort.attempts()).isEqualTo(10_000);
    assertThat(abort.done()).isCloseTo(5 * CAPACITY + 72, within(1e-9));
    assertThat(abort.refused()).isCloseTo(0.4775, within(1e-4));
    assertThat(abort.windowSeconds()).isCloseTo(5.069, within(0.001));
    assertThat(abort.stayMillis()).isCloseTo(68.9, within(0.05));
    assertThat(of(Mode.BOUNDED_EXECUTOR)).isEqualTo(abort);
  }

  @Test
  void retries_changeTheAttempts_andNothingElse() {
    Prediction again = of(Mode.ABORT_AND_RETRY);
    assertThat(again.amplification()).isCloseTo(3.0967, within(1e-3));
    assertThat(again.refused()).isCloseTo(0.831, within(5e-4));
    assertThat(again.done()).isEqualTo(of(Mode.ABORT).done());
  }

  @Test
  void callerRuns_makesTheSubmitterAWorker() {
    Prediction caller = of(Mode.CALLER_RUNS);
    assertThat(caller.done()).isEqualTo(10_000);
    assertThat(caller.refused()).isZero();
    assertThat(caller.submitP99Millis()).isCloseTo(8 / 1.045, within(1e-6));
    assertThat(caller.offeringSeconds()).isCloseTo(10_000 / (CAPACITY * 9 / 8), within(1e-6));
    assertThat(caller.windowSeconds()).isGreaterThan(caller.offeringSeconds());
  }

  @Test
  void discarding_losesWhatAbortingRefuses() {
    Prediction discard = of(Mode.DISCARD);
    assertThat(discard.refused()).isZero();
    assertThat(discard.done() + discard.dropped()).isCloseTo(10_000, within(1e-9));
    assertThat(discard.done()).isEqualTo(of(Mode.ABORT).done());
  }

  @Test
  void aLoadThatFits_isDoneWhole_inEveryMode() {
    var fits = new RejectionOptions(500, 2, 8, 64, 6, 3);
    for (Mode mode : Mode.values()) {
      Prediction said = Prediction.of(mode, fits, CAPACITY);
      assertThat(said.done()).isEqualTo(1000);
      assertThat(said.dropped()).isZero();
      assertThat(said.amplification()).isEqualTo(1);
      assertThat(said.offeringSeconds()).isEqualTo(2);
      assertThat(said.submitP99Millis()).isZero();
    }
  }
}
