package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import org.junit.jupiter.api.Test;

class RefusedAfterAdmissionTest {
  @Test
  void refuse_ofAPermitHolder_countsItAsAdmittedAndAsShed() {
    long nowNanos = Seed.printed("refused after admission").nextLong();
    var lane = new Lane("main", new LaneOptions(4, 0, 0, 0, LaneOptions.Tiers.DEFAULT), nowNanos);
    var ask =
        new Ask(
            Tier.P0, 1, 0, new Deadline(nowNanos + 1_000_000_000), 0, "r", Runnable::run, _ -> {});
    var permit = (Permit) lane.offer(ask, nowNanos);

    Shed shed = lane.refuse(Reason.ABORTED, Tier.P0, nowNanos);
    lane.end(permit, Ending.IGNORED, nowNanos);

    assertThat(shed.reason()).isEqualTo(Reason.ABORTED);
    var p0 = lane.snapshot(nowNanos).tiers().getFirst();
    assertThat(p0.arrivals()).isOne();
    assertThat(p0.admitted()).isOne();
    assertThat(p0.shed()).isOne();
    assertThat(p0.inFlight()).isZero();
  }
}
