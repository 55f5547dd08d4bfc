package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Who keeps a place when the places run out, and how weights queue. */
class LaneWaitersTest {
  private final long nowNanos = Seed.printed("waiters").nextLong();

  @Test
  void fullWaiters_evictTheNewestP1_forAP0() {
    Lane lane = Lanes.plain(4, 3, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    List<Ticket> reads = Lanes.queue(lane, new AskBuilder(Tier.P1), 3, nowNanos);
    Lanes.queue(lane, new AskBuilder(Tier.P0), 2, nowNanos);

    assertThat(reads)
        .extracting(Lanes::lostFor)
        .containsExactly(null, Reason.EVICTED, Reason.EVICTED);
  }

  @Test
  void waitersFullOfP0_refuseAP0() {
    Lane lane = Lanes.plain(4, 2, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    Lanes.queue(lane, new AskBuilder(Tier.P0), 2, nowNanos);

    Decision third = lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);
    assertThat(Lanes.reason(third)).isEqualTo(Reason.WAITERS_FULL);
  }

  @Test
  void fullWaiters_refuseAP1_evenOfP1() {
    Lane lane = Lanes.plain(4, 2, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    Lanes.queue(lane, new AskBuilder(Tier.P1), 2, nowNanos);

    Decision third = lane.offer(new AskBuilder(Tier.P1).at(nowNanos), nowNanos);
    assertThat(Lanes.reason(third)).isEqualTo(Reason.WAITERS_FULL);
  }

  @Test
  void sixtyFourPlacesFilledWithP1_leaveP0AtLeast999PerMille() {
    // A quarter of capacity P0; P1, which waits longer than P0 may, ten times capacity.
    var random = new SplittableRandom(64);
    var time = new VirtualTime(nowNanos);
    Lane lane = Lanes.plain(8, 64, nowNanos);
    var backend =
        new WorkerLane(time, random, lane, 8, () -> 6 * MILLIS)
            .asking(ask -> ask.waitNanos(100 * MILLIS));
    backend.arrivals(Tier.P0, 333);
    backend.arrivals(Tier.P1, 13_330);
    backend.measure(SECONDS, 30 * SECONDS);

    assertThat(lane.snapshot(time.nowNanos()).tiers().get(1).waiting()).isGreaterThan(50);
    assertThat(backend.success(Tier.P0)).isGreaterThanOrEqualTo(0.999);
  }

  @Test
  void heavyRequest_isNotOvertaken_byLighterOnesOfItsTierOrBelow() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    List<Permit> held = Lanes.admit(lane, Tier.P1, 4, nowNanos);
    Ticket heavy = Lanes.queue(lane, new AskBuilder(Tier.P0).weight(3), 1, nowNanos).getFirst();
    Ticket light = Lanes.queue(lane, new AskBuilder(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held.get(0), Ending.SUCCESS, nowNanos);
    lane.end(held.get(1), Ending.SUCCESS, nowNanos);
    assertThat(heavy.state()).isEqualTo(Ticket.State.WAITING);
    assertThat(light.state()).isEqualTo(Ticket.State.WAITING);
    Decision p0 = lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);
    assertThat(p0).as("two permits are free, but not for its turn").isInstanceOf(Ticket.class);

    lane.end(held.get(2), Ending.SUCCESS, nowNanos);
    assertThat(heavy.state()).isEqualTo(Ticket.State.GRANTED);
    assertThat(light.state()).isEqualTo(Ticket.State.WAITING);
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(4);
  }

  @Test
  void weightThatFitsNoIdleLane_isRefusedAtOnce_withoutAHint() {
    Lane lane = Lanes.tiered(10, 64, nowNanos);
    assertThat(lane.offer(new AskBuilder(Tier.P1).weight(5).at(nowNanos), nowNanos))
        .isInstanceOf(Permit.class);
    var shed = (Shed) lane.offer(new AskBuilder(Tier.P1).weight(6).at(nowNanos), nowNanos);
    assertThat(shed.reason()).isEqualTo(Reason.TOO_HEAVY);
    assertThat(shed.worthRetrying()).isFalse();
  }

  @Test
  void offer_refusesP1_whosePredictedWaitExceedsItsBound_butNotP0() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    long endNanos = grantOneEvery(10 * MILLIS, 20, lane);
    // 100/s: the sixth in line waits 60 ms, more than P1's 50 and less than P0's 100.
    Lanes.queue(lane, new AskBuilder(Tier.P1), 5, endNanos);
    Decision sixth = lane.offer(new AskBuilder(Tier.P1).at(endNanos), endNanos);
    assertThat(Lanes.reason(sixth)).isEqualTo(Reason.WAIT_TOO_LONG);

    Decision hopeless =
        lane.offer(new AskBuilder(Tier.P1).budgetNanos(55 * MILLIS).at(endNanos), endNanos);
    assertThat(Lanes.reason(hopeless)).isEqualTo(Reason.DEADLINE_UNREACHABLE);
    assertThat(lane.offer(new AskBuilder(Tier.P0).at(endNanos), endNanos))
        .isInstanceOf(Ticket.class);
  }

  @Test
  void prediction_needsMoreThanOneGrant() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    long endNanos = grantOneEvery(10 * MILLIS, 1, lane);
    Lanes.queue(lane, new AskBuilder(Tier.P1), 5, endNanos);
    assertThat(lane.offer(new AskBuilder(Tier.P1).at(endNanos), endNanos))
        .isInstanceOf(Ticket.class);
  }

  /** Keeps one P1 waiting all the time and grants one at each end of this period. */
  static long grantOneEvery(long periodNanos, int times, Lane lane, long startNanos) {
    List<Permit> held = Lanes.admit(lane, Tier.P1, 4, startNanos);
    long nowNanos = startNanos;
    Ticket waiting = Lanes.queue(lane, new AskBuilder(Tier.P1), 1, nowNanos).getFirst();
    for (int i = 0; i < times; i++) {
      nowNanos += periodNanos;
      Ticket next = Lanes.queue(lane, new AskBuilder(Tier.P1), 1, nowNanos).getFirst();
      lane.end(held.removeFirst(), Ending.SUCCESS, nowNanos);
      Permit permit = lane.claim(waiting, nowNanos);
      assertThat(permit).isNotNull();
      held.add(permit);
      waiting = next;
    }
    lane.cancel(waiting, nowNanos);
    return nowNanos;
  }

  private long grantOneEvery(long periodNanos, int times, Lane lane) {
    return grantOneEvery(periodNanos, times, lane, nowNanos);
  }
}
