package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.experiment.RejectionExperiment.GatewayRuns;
import io.sluice.time.NanoClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Real threads for a few tenths of a second: proportions only, whatever the machine is doing. */
class RejectionExperimentIT {
  /** 2 workers of 5 ms: far more than they can do, on a machine of any speed. */
  private static final RejectionOptions OVERLOAD = new RejectionOptions(2000, 0.4, 2, 8, 5, 3);

  private static final Map<Mode, ModeResult> RESULTS = new EnumMap<>(Mode.class);
  private static final List<String> SAID = new ArrayList<>();

  @BeforeAll
  static void run() throws Exception {
    var experiment = new RejectionExperiment(OVERLOAD, NanoClock.SYSTEM, SAID::add);
    RejectionReport report = experiment.run("a machine", GatewayRuns.NONE);
    report.modes().forEach(row -> RESULTS.put(row.mode(), row.result()));
  }

  private static ModeResult of(Mode mode) {
    return Objects.requireNonNull(RESULTS.get(mode));
  }

  @Test
  void everyMode_isRunOnce_withTheWholeLoad() {
    assertThat(RESULTS).containsOnlyKeys(Mode.values());
    assertThat(SAID)
        .containsExactlyElementsOf(List.of(Mode.values()).stream().map(Mode::title).toList());
    assertThat(RESULTS.values()).allMatch(result -> result.requests() == 800);
  }

  @Test
  void whatIsAccepted_isDone_exceptWhereItIsDiscarded() {
    RESULTS.forEach(
        (mode, result) -> {
          assertThat(result.accepted() + result.rejected()).isEqualTo(result.attempts());
          if (mode == Mode.DISCARD) {
            assertThat(result.dropped()).isPositive();
            assertThat(result.rejected()).isZero();
          } else {
            assertThat(result.dropped()).as(mode.title()).isZero();
          }
        });
  }

  @Test
  void retries_multiplyTheAttempts() {
    assertThat(of(Mode.ABORT).amplification()).isEqualTo(1);
    assertThat(of(Mode.ABORT_AND_RETRY).amplification()).isBetween(1.5, 4.0);
    assertThat(of(Mode.ABORT_AND_RETRY).refusedShare())
        .isGreaterThan(of(Mode.ABORT).refusedShare());
  }

  @Test
  void callerRuns_refusesNothing_andTakesLonger() {
    ModeResult caller = of(Mode.CALLER_RUNS);
    assertThat(caller.rejected()).isZero();
    assertThat(caller.done()).isEqualTo(800);
    assertThat(caller.doneBySubmitter()).isPositive();
    assertThat(caller.windowSeconds()).isGreaterThan(of(Mode.ABORT).windowSeconds());
    assertThat(caller.offeringSeconds()).isGreaterThan(of(Mode.ABORT).offeringSeconds());
  }

  @Test
  void onlyCallerRuns_worksInTheSubmitter() {
    RESULTS.forEach(
        (mode, result) -> {
          if (mode != Mode.CALLER_RUNS) {
            assertThat(result.doneBySubmitter()).as(mode.title()).isZero();
          }
        });
  }

  @Test
  void theBoundedExecutor_doesWhatAnAbortingPoolDoes() {
    double ours = of(Mode.BOUNDED_EXECUTOR).throughput();
    assertThat(ours / of(Mode.ABORT).throughput()).isBetween(0.5, 2.0);
    assertThat(of(Mode.BOUNDED_EXECUTOR).rejected()).isPositive();
  }
}
