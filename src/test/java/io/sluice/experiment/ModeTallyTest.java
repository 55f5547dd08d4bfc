package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ModeTallyTest {
  private static final long START = justBeforeTheClockTurnsOver();
  private static final long MILLI = 1_000_000;

  private final Thread submitter = Thread.currentThread();
  private final Thread worker = new Thread();
  private final ModeTally tally = new ModeTally(Mode.DISCARD, START, submitter);

  private static long justBeforeTheClockTurnsOver() {
    return Long.MAX_VALUE - 1_000_000;
  }

  @Test
  void attemptsAndRequests_areCountedApart() {
    tally.attempted(false, 1000);
    tally.attempted(false, 1000);
    tally.attempted(true, 3000);
    tally.offered(START + 5 * MILLI);
    tally.attempted(true, 1000);
    tally.offered(START + 7 * MILLI);
    tally.done(worker, START, START + 4 * MILLI, START + 10 * MILLI);
    ModeResult result = tally.result();
    assertThat(result.mode()).isEqualTo("discard");
    assertThat(result.requests()).isEqualTo(2);
    assertThat(result.attempts()).isEqualTo(4);
    assertThat(result.accepted()).isEqualTo(2);
    assertThat(result.rejected()).isEqualTo(2);
    assertThat(result.amplification()).isEqualTo(2);
    assertThat(result.refusedShare()).isEqualTo(0.5);
    assertThat(result.dropped()).isEqualTo(1);
    assertThat(result.offeringSeconds()).isCloseTo(0.007, within(1e-9));
    assertThat(result.submitMaxMillis()).isCloseTo(0.003, within(1e-5));
  }

  @Test
  void whoRanATask_isRemembered_andHowLong() {
    tally.attempted(true, 1000);
    tally.offered(START + MILLI);
    tally.attempted(true, 1000);
    tally.offered(START + 2 * MILLI);
    tally.done(worker, START, START + 4 * MILLI, START + 10 * MILLI);
    tally.done(submitter, START + MILLI, START + MILLI, START + 9 * MILLI);
    ModeResult result = tally.result();
    assertThat(result.done()).isEqualTo(2);
    assertThat(result.doneBySubmitter()).isEqualTo(1);
    assertThat(result.windowSeconds()).isCloseTo(0.010, within(1e-9));
    assertThat(result.throughput()).isCloseTo(200, within(1e-6));
    assertThat(result.stayP99Millis()).isCloseTo(10, within(0.02));
    assertThat(result.serviceMillis()).isCloseTo(7, within(0.02));
    assertThat(result.dropped()).isZero();
  }
}
