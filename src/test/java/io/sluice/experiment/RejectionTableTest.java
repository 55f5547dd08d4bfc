package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The figures are those measured for the documents. */
class RejectionTableTest {
  private static final List<Mode> MODES = List.of(Mode.values());

  private static ModeResult measured(
      Mode mode, long attempts, long accepted, long done, double offering, double window) {
    boolean caller = mode == Mode.CALLER_RUNS;
    return new ModeResult(
        mode.code(),
        10_000,
        attempts,
        accepted,
        attempts - accepted,
        done,
        caller ? 1111 : 0,
        offering,
        window,
        caller ? 9.02 : 0.02,
        caller ? 13.8 : 0.4,
        69,
        74,
        7.66);
  }

  private static RejectionReport report(RejectionOptions options) {
    return RejectionReport.of(
        "2 processors",
        options,
        MODES,
        List.of(
            measured(Mode.ABORT, 10_000, 5226, 5226, 5.0, 5.08),
            measured(Mode.ABORT_AND_RETRY, 25_320, 5274, 5274, 5.0, 5.08),
            measured(Mode.CALLER_RUNS, 10_000, 10_000, 10_000, 9.33, 9.41),
            measured(Mode.DISCARD, 10_000, 10_000, 5197, 5.0, 5.08),
            measured(Mode.BOUNDED_EXECUTOR, 10_000, 5230, 5230, 5.0, 5.08)),
        List.of());
  }

  @Test
  void everyMode_standsAboveItsPrediction() {
    String table = RejectionTable.render(report(RejectionOptions.REFERENCE));
    assertThat(table)
        .startsWith(
            "2 processors\n8 workers of 6 ms (really 7.66 ms), a queue of 64; 2000/s for 5.0 s")
        .contains("capacity, measured: 1029/s")
        .containsPattern(
            "abort, no retry +10000 +5226 +4774 +47\\.7% +1\\.00 +5226 +5\\.00 s +5\\.08 s")
        .containsPattern("abort, retries at once +25320 +5274 +20046 +79\\.2% +2\\.53 +5274 ")
        .containsPattern("\n  predicted +311\\d\\d +5\\d\\d\\d +25\\d\\d\\d +83\\.\\d% +3\\.1\\d ")
        .containsPattern("caller-runs +10000 +10000 +0 +0\\.0% .* 9\\.41 s +9\\.02/13\\.80 ms +0 ")
        .containsPattern("discard +10000 +10000 +0 .* 4803 +69\\.0/74\\.0 ms");
    assertThat(table.lines().filter(line -> line.startsWith("  predicted"))).hasSize(5);
  }

  @Test
  void theReading_saysWhatHappened() {
    assertThat(RejectionTable.render(report(RejectionOptions.REFERENCE)))
        .contains("15320 more attempts changed what was done by +0.9 %.")
        .contains("Of those attempts 79.2 % were refused, 1 - C/attempts is 79.7 %.")
        .contains("it needed 9.33 s for 5.00 s of load, and one submission kept it up to 13.8 ms.")
        .contains("Discard showed 0 rejections while 48 % of the accepted work vanished.")
        .contains("BoundedExecutor refused 47.7 %, dropped 0 and ran 0 in the submitter.");
  }

  @Test
  void aLoadThatFits_needsNoReading() {
    assertThat(RejectionTable.render(report(new RejectionOptions(800, 5, 8, 64, 6, 3))))
        .endsWith("The load fits: nothing had to be refused, and the modes hardly differ.");
  }
}
