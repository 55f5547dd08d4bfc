package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CallCounts;
import io.sluice.breaker.Transition;
import io.sluice.breaker.Transition.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BreakerLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final BreakerLog log = new BreakerLog((level, line) -> lines.add(level + " " + line));
  private long nowNanos = new Random().nextLong();

  private void step(BreakerState from, BreakerState to, Why why) {
    log.moved(new Transition("library", from, to, why, new CallCounts(5, 40, 21, 38), nowNanos));
  }

  private void open(Why why) {
    step(BreakerState.CLOSED, BreakerState.OPEN, why);
  }

  private void probe(BreakerState to, Why why) {
    nowNanos += SECOND;
    step(BreakerState.OPEN, BreakerState.HALF_OPEN, Why.COOLDOWN_OVER);
    step(BreakerState.HALF_OPEN, to, why);
  }

  @Test
  void opening_isAWarning_withBackendReasonAndNumbers() {
    open(Why.FAILURES);
    open(Why.FAILURE_RATE);
    open(Why.SLOW_RATE);
    assertThat(lines)
        .containsExactly(
            "WARNING breaker library: closed -> open, failures (5 in a row)",
            "WARNING breaker library: closed -> open, failure-rate (21 of 40 calls)",
            "WARNING breaker library: closed -> open, slow-rate (38 of 40 calls)");
  }

  @Test
  void closing_tellsOfTheProbesThatWereInVain() {
    open(Why.FAILURES);
    for (int i = 0; i < 7; i++) {
      probe(BreakerState.OPEN, Why.PROBE_FAILED);
    }
    probe(BreakerState.CLOSED, Why.PROBE_SUCCEEDED);
    assertThat(lines).hasSize(2);
    assertThat(lines.getLast())
        .isEqualTo("INFO breaker library: half-open -> closed, probe-succeeded, 7 probes in vain");
  }

  @Test
  void outageThatLasts_hasALineAMinute() {
    open(Why.FAILURES);
    for (int i = 0; i < 180; i++) {
      probe(BreakerState.OPEN, i % 2 == 0 ? Why.PROBE_FAILED : Why.PROBE_LOST);
    }
    assertThat(lines)
        .hasSize(4)
        .endsWith("WARNING breaker library: still open, probe-lost, 180 probes in vain");
  }

  @Test
  void flapping_isCutOff_andTheNextLineTellsHowMuch() {
    for (int i = 0; i < 30; i++) {
      open(Why.FAILURES);
      probe(BreakerState.CLOSED, Why.PROBE_SUCCEEDED);
    }
    assertThat(lines).hasSize(20);
    assertThat(lines.getLast()).endsWith("; it flaps: the rest of this minute is left out");
    nowNanos += 60 * SECOND;
    open(Why.FAILURES);
    assertThat(lines.getLast()).endsWith("failures (5 in a row), with 40 moves in between");
  }

  @Test
  void operatorsWord_isAlwaysTold() {
    for (int i = 0; i < 30; i++) {
      step(BreakerState.CLOSED, BreakerState.FORCED_OPEN, Why.FORCED);
      step(BreakerState.FORCED_OPEN, BreakerState.HALF_OPEN, Why.RELEASED);
    }
    assertThat(lines)
        .hasSize(60)
        .startsWith(
            "INFO breaker library: closed -> forced-open, forced",
            "INFO breaker library: forced-open -> half-open, released");
  }
}
