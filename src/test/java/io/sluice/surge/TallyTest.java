package io.sluice.surge;

import static io.sluice.surge.Attempts.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.exchange.Tier;
import io.sluice.retry.RetryAdvice;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final Stream READ = Attempts.stream(Tier.P1, "GET", false);

  private final long start = RandomGenerator.getDefault().nextLong();
  private final Window window = new Window(start, 1000 * MILLI);
  private final Tally tally = new Tally(window);

  @Test
  void report_countsAttemptsAndRequests_apart() {
    Call call = Attempts.call(READ, start, 3000, true);
    attempt(call, 1, 0, 429, 5);
    attempt(call, 2, 100, 429, 103);
    succeed(call, 3, 200, 220);
    SurgeReport.Row row = report().tiers().getFirst();
    assertThat(row.name()).isEqualTo("p1");
    assertThat(row.requests()).isOne();
    assertThat(row.attempts()).isEqualTo(3);
    assertThat(row.amplification()).isEqualTo(3);
    assertThat(row.sheds()).isEqualTo(2);
    assertThat(row.shedShare()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(row.successShare()).isEqualTo(1);
    assertThat(row.refused()).isZero();
  }

  @Test
  void report_measuresAttemptsFromTheirOwnInstants_andRequestsFromTheirFirst() {
    Call call = Attempts.call(READ, start, 3000, true);
    attempt(call, 1, 0, 503, 5);
    succeed(call, 2, 200, 220);
    SurgeReport.Row row = report().total();
    assertThat(row.shed().maxMillis()).isCloseTo(5, within(0.01));
    assertThat(row.accepted().maxMillis()).isCloseTo(20, within(0.05));
    assertThat(row.untilSuccess().maxMillis()).isCloseTo(220, within(0.5));
  }

  @Test
  void report_countsGoodput_byArrivalInsideTheWindow() {
    // Due in the warm-up, answered in the window: goodput, but no request of the report.
    succeed(Attempts.call(READ, start - 10 * MILLI, 500, false), 1, -10, 5);
    // Due in the window, answered after it: a success of the report, but no goodput.
    succeed(Attempts.call(READ, start + 990 * MILLI, 500, true), 1, 990, 1005);
    SurgeReport.Row row = report().total();
    assertThat(row.requests()).isOne();
    assertThat(row.succeeded()).isOne();
    assertThat(row.goodputPerSecond()).isEqualTo(1);
  }

  @Test
  void report_namesErrors_byKind() {
    Call call = Attempts.call(READ, start, 500, true);
    end(call, Ending.OTHER_STATUS, 500);
    end(call, Ending.OTHER_STATUS, 404);
    end(call, Ending.OTHER_STATUS, 404);
    end(call, Ending.CONNECT_FAILED, 0);
    end(call, Ending.BROKEN, 0);
    end(call, Ending.TIMED_OUT, 0);
    end(call, Ending.TIMED_OUT_UNSENT, 0);
    end(call, Ending.QUEUE_FULL, 0);
    SurgeReport.Row row = report().total();
    assertThat(row.errors())
        .isEqualTo(Map.of("status 404", 2L, "status 500", 1L, "connect", 1L, "broken", 1L));
    assertThat(row.timeouts()).isOne();
    assertThat(row.unsent()).isEqualTo(2);
    assertThat(row.succeeded()).isZero();
  }

  @Test
  void report_showsTheHintsSeen() {
    for (int millis : new int[] {120, 300, 900}) {
      Attempt shed = Attempts.answered(Attempts.call(READ, start, 500, true), 1, start, 429);
      shed.advice = RetryAdvice.ofHeaders(Integer.toString(millis), "1", null);
      tally.attemptEnded(shed, Ending.SHED, start + MILLI);
    }
    assertThat(report().hints()).isEqualTo(new SurgeReport.Hints(3, 120, 300, 900));
  }

  @Test
  void report_warns_whenTheGeneratorWasLate() {
    for (int i = 0; i < 98; i++) {
      tally.taken(start, start + MILLI);
    }
    assertThat(report().fellBehind()).isFalse();
    tally.taken(start, start + 50 * MILLI);
    tally.taken(start, start + 50 * MILLI);
    assertThat(report().fellBehind()).isTrue();
    assertThat(report().pacingLag().p50Millis()).isCloseTo(1, within(0.01));
  }

  @Test
  void report_countsDroppedArrivals_asRequestsWithoutSuccess() {
    succeed(Attempts.call(READ, start, 500, true), 1, 0, 10);
    SurgeReport report = tally.report(Attempts.PLAN, 3);
    assertThat(report.total().requests()).isEqualTo(4);
    assertThat(report.total().unsent()).isEqualTo(3);
    assertThat(report.total().successShare()).isEqualTo(0.25);
  }

  @Test
  void add_sumsLoops() {
    succeed(Attempts.call(READ, start, 500, true), 1, 0, 10);
    var other = new Tally(window);
    other.add(tally);
    other.add(tally);
    SurgeReport.Row row = other.report(Attempts.PLAN, 0).total();
    assertThat(row.requests()).isEqualTo(2);
    assertThat(row.goodputPerSecond()).isEqualTo(2);
    assertThat(row.accepted().count()).isEqualTo(2);
  }

  @Test
  void report_dividesByNothing_whenThereWereNoRequests() {
    SurgeReport.Row row = report().total();
    assertThat(row.amplification()).isZero();
    assertThat(row.successShare()).isZero();
    assertThat(row.shedShare()).isZero();
    assertThat(report().tiers()).isEmpty();
  }

  private SurgeReport report() {
    return tally.report(Attempts.PLAN, 0);
  }

  private void attempt(Call call, int number, long dueMillis, int status, long endMillis) {
    Attempt attempt = Attempts.answered(call, number, start + dueMillis * MILLI, status);
    tally.attemptEnded(attempt, Ending.ofStatus(status), start + endMillis * MILLI);
  }

  private void succeed(Call call, int number, long dueMillis, long endMillis) {
    Attempt attempt = Attempts.answered(call, number, start + dueMillis * MILLI, 200);
    tally.attemptEnded(attempt, Ending.SUCCEEDED, start + endMillis * MILLI);
    tally.requestEnded(attempt, Ending.SUCCEEDED, start + endMillis * MILLI);
  }

  private void end(Call call, Ending ending, int status) {
    Attempt attempt = Attempts.answered(call, 1, start, status);
    tally.attemptEnded(attempt, ending, start + MILLI);
    tally.requestEnded(attempt, ending, start + MILLI);
  }
}
