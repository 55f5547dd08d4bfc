package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit that moves while requests are in flight and waiting. */
class LaneLimitTest {
  private final long nowNanos = Seed.printed("limit").nextLong();

  @Test
  void rise_isHandedOutAtOnce() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    List<Ticket> waiters = Lanes.queue(lane, new AskBuilder(Tier.P1), 4, nowNanos);

    lane.limitChanged(7, nowNanos);
    assertThat(waiters)
        .extracting(Ticket::state)
        .containsExactly(
            Ticket.State.GRANTED, Ticket.State.GRANTED, Ticket.State.GRANTED, Ticket.State.WAITING);
  }

  @Test
  void limitBelowInFlight_preemptsNobody_andLetsNobodyEnter() {
    Lane lane = Lanes.plain(8, 64, nowNanos);
    List<Permit> held = Lanes.admit(lane, Tier.P1, 8, nowNanos);
    lane.limitChanged(4, nowNanos);
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(8);

    for (int i = 0; i < 4; i++) {
      lane.end(held.get(i), Ending.SUCCESS, nowNanos);
      assertThat(lane.offer(new AskBuilder(Tier.P2).at(nowNanos), nowNanos))
          .isInstanceOf(Shed.class);
    }
    lane.end(held.get(4), Ending.SUCCESS, nowNanos);
    assertThat(lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos))
        .isInstanceOf(Permit.class);
  }

  @Test
  void fall_refusesAtOnce_thoseWhoNoLongerFitTheNewEstimate() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    long endNanos = LaneWaitersTest.grantOneEvery(10 * MILLIS, 20, lane, nowNanos);
    List<Ticket> waiters = Lanes.queue(lane, new AskBuilder(Tier.P1), 5, endNanos);

    // Half of 100/s, and two of the four in flight are one too many: (1 + n) · 20 ms ≤ 50 ms.
    lane.limitChanged(2, endNanos);
    assertThat(waiters)
        .extracting(Lanes::lostFor)
        .containsExactly(
            null,
            Reason.LIMIT_SHRANK,
            Reason.LIMIT_SHRANK,
            Reason.LIMIT_SHRANK,
            Reason.LIMIT_SHRANK);
  }

  @Test
  void fall_keepsP0_thatMayMissItsBoundButNotItsDeadline() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    long endNanos = LaneWaitersTest.grantOneEvery(10 * MILLIS, 20, lane, nowNanos);
    List<Ticket> waiters = Lanes.queue(lane, new AskBuilder(Tier.P0), 20, endNanos);

    lane.limitChanged(2, endNanos);
    assertThat(waiters).allMatch(ticket -> ticket.state() == Ticket.State.WAITING);
  }

  @Test
  void fall_refusesAWaiter_tooHeavyForTheNewLimit() {
    Lane lane = Lanes.plain(8, 64, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    Ticket heavy = Lanes.queue(lane, new AskBuilder(Tier.P1).weight(6), 1, nowNanos).getFirst();
    Ticket light = Lanes.queue(lane, new AskBuilder(Tier.P1), 1, nowNanos).getFirst();

    lane.limitChanged(5, nowNanos);
    assertThat(Lanes.lostFor(heavy)).isEqualTo(Reason.TOO_HEAVY);
    assertThat(light.state()).isEqualTo(Ticket.State.GRANTED);
  }

  @Test
  void limitThatSwings_leavesThePredictionWhereItWas() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    long endNanos = LaneWaitersTest.grantOneEvery(10 * MILLIS, 20, lane, nowNanos);
    for (int i = 0; i < 100; i++) {
      lane.limitChanged(2, endNanos);
      lane.limitChanged(4, endNanos);
    }
    List<Ticket> waiters = Lanes.queue(lane, new AskBuilder(Tier.P1), 5, endNanos);
    assertThat(waiters.getLast().predictedNanos()).isBetween(48 * MILLIS, 50 * MILLIS);
  }
}
