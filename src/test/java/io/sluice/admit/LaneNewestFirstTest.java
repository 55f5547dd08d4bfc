package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.LaneLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** P1 under overload: a full lane of limit 4 whose P1 queue has stood for longer than 100 ms. */
class LaneNewestFirstTest {
  private static final LaneOptions.Tiers NO_RESERVES = new NaiveShares(4, 0, 0, 0, 0, 100).tiers();
  private static final AskBuilder PATIENT = new AskBuilder(Tier.P1).waitNanos(400 * MILLIS);

  private long nowNanos = Seed.printed("newest first").nextLong();
  private final List<Permit> held = new ArrayList<>();

  /** One has left after too long, an interval ago; the others are returned. */
  private List<Ticket> overloaded(Lane lane, int places) {
    held.addAll(Lanes.admit(lane, Tier.P1, 4, nowNanos));
    List<Ticket> queued = new ArrayList<>(Lanes.queue(lane, PATIENT, places, nowNanos));
    nowNanos += 101 * MILLIS;
    end(lane);
    held.add(lane.claim(queued.removeFirst(), nowNanos));
    nowNanos += 101 * MILLIS;
    return queued;
  }

  private void end(Lane lane) {
    lane.end(held.removeFirst(), Ending.SUCCESS, nowNanos);
  }

  private Lane lane(int places) {
    return new Lane("loans", Lanes.with(PolicyMode.ENFORCE, 4, places, NO_RESERVES), nowNanos);
  }

  @Test
  void p1_isServedNewestFirst_whileP0StaysInOrder() {
    Lane lane = lane(64);
    List<Ticket> reads = overloaded(lane, 4);
    List<Ticket> writes = Lanes.queue(lane, new AskBuilder(Tier.P0), 2, nowNanos);
    assertThat(lane.snapshot(nowNanos).overloaded()).isTrue();
    for (int i = 0; i < 3; i++) {
      end(lane);
    }
    assertThat(writes).allMatch(ticket -> ticket.state() == Ticket.State.GRANTED);
    assertThat(reads)
        .extracting(Ticket::state)
        .containsExactly(Ticket.State.WAITING, Ticket.State.WAITING, Ticket.State.GRANTED);
  }

  @Test
  void anEmptyQueue_turnsItBack() {
    Lane lane = lane(64);
    overloaded(lane, 3).forEach(ticket -> lane.cancel(ticket, nowNanos));
    LaneSnapshot snapshot = lane.snapshot(nowNanos);
    assertThat(snapshot.overloaded()).isFalse();
    assertThat(snapshot.overloads()).isEqualTo(1);
    List<Ticket> reads = Lanes.queue(lane, PATIENT, 2, nowNanos);
    end(lane);
    assertThat(reads.getFirst().state()).isEqualTo(Ticket.State.GRANTED);
  }

  @Test
  void fullWaiters_giveUpTheOldestP1_forAP0AndForAP1() {
    Lane lane = lane(5);
    List<Ticket> reads = overloaded(lane, 5);
    reads.addAll(Lanes.queue(lane, PATIENT, 2, nowNanos));
    Lanes.queue(lane, new AskBuilder(Tier.P0), 1, nowNanos);
    reads.addAll(Lanes.queue(lane, PATIENT, 1, nowNanos));
    assertThat(reads)
        .extracting(Lanes::lostFor)
        .containsExactly(Reason.EVICTED, Reason.EVICTED, Reason.EVICTED, null, null, null, null);
  }

  @Test
  void waitersFullOfP0_refuseAP1() {
    Lane lane = lane(3);
    overloaded(lane, 3);
    Lanes.queue(lane, new AskBuilder(Tier.P0), 3, nowNanos);
    // The last P1 has been evicted, and with it the queue that stood.
    Decision read = lane.offer(PATIENT.at(nowNanos), nowNanos);
    assertThat(Lanes.reason(read)).isEqualTo(Reason.WAITERS_FULL);
  }

  @Test
  void permitsKeptForAHeavyP1_areNotTakenByNewerOnes() {
    Lane lane = lane(64);
    overloaded(lane, 5);
    Ticket heavy =
        Lanes.queue(lane, new AskBuilder(Tier.P1).weight(3).waitNanos(400 * MILLIS), 1, nowNanos)
            .getFirst();
    end(lane); // the newest is heavy, and one permit does not do
    List<Ticket> newer = Lanes.queue(lane, PATIENT, 2, nowNanos);
    end(lane);
    assertThat(heavy.state()).isEqualTo(Ticket.State.WAITING);
    assertThat(newer).allMatch(ticket -> ticket.state() == Ticket.State.WAITING);
    end(lane);
    assertThat(heavy.state()).isEqualTo(Ticket.State.GRANTED);
    end(lane);
    assertThat(newer)
        .extracting(Ticket::state)
        .containsExactly(Ticket.State.WAITING, Ticket.State.GRANTED);
  }

  @Test
  void prediction_countsOnlyWhatIsGrantedBefore() {
    var codel = new CoDelOptions(Duration.ofMillis(30), Duration.ofMillis(100), PolicyMode.ENFORCE);
    var options =
        new LaneOptions(new LaneLimit(4), 64, 0, 0, NO_RESERVES, null, codel, PolicyMode.OFF);
    Lane lane = new Lane("loans", options, nowNanos);
    nowNanos = LaneWaitersTest.grantOneEvery(20 * MILLIS, 20, lane, nowNanos);
    // 50/s: in order of arrival the fifth would wait 100 ms.
    AskBuilder ask = new AskBuilder(Tier.P1).waitNanos(300 * MILLIS);
    List<Ticket> queued = Lanes.queue(lane, ask, 4, nowNanos);
    assertThat(queued.getLast().predictedNanos()).isGreaterThan(70 * MILLIS);
    nowNanos += 35 * MILLIS;
    lane.cancel(queued.getLast(), nowNanos);
    nowNanos += 101 * MILLIS;
    assertThat(lane.snapshot(nowNanos).overloaded()).isTrue();
    for (Ticket ticket : Lanes.queue(lane, ask, 3, nowNanos)) {
      assertThat(ticket.predictedNanos()).isLessThan(40 * MILLIS);
    }
  }

  @Test
  void shadow_countsOverload_andServesInOrderOfArrival() {
    Lane lane = new Lane("loans", Lanes.with(PolicyMode.SHADOW, 4, 64, NO_RESERVES), nowNanos);
    List<Ticket> reads = overloaded(lane, 5);
    end(lane);
    assertThat(lane.snapshot(nowNanos).overloads()).isEqualTo(1);
    assertThat(reads.getFirst().state()).isEqualTo(Ticket.State.GRANTED);
  }

  @Test
  void off_countsNothing() {
    Lane lane = new Lane("loans", Lanes.with(PolicyMode.OFF, 4, 64, NO_RESERVES), nowNanos);
    List<Ticket> reads = overloaded(lane, 5);
    end(lane);
    assertThat(lane.snapshot(nowNanos).overloads()).isZero();
    assertThat(reads.getFirst().state()).isEqualTo(Ticket.State.GRANTED);
  }

  // ---- what it is for

  private record Run(double goodPerSecond, double medianWaitMillis) {}

  /** 8 workers of 6 ms, and ten times as many P1 as they can serve, each waiting up to 50 ms. */
  private static Run tenfold(PolicyMode codel, long seed) {
    var random = new SplittableRandom(seed);
    var time = new VirtualTime(random.nextLong());
    var lane = new Lane("loans", Lanes.with(codel, 24, 64, NO_RESERVES), time.nowNanos());
    var waits = new ArrayList<Long>();
    var backend =
        new WorkerLane(time, random, lane, 8, () -> 6 * MILLIS)
            .onClaim(ticket -> waits.add(time.nowNanos() - ticket.queuedAtNanos()));
    backend.arrivals(Tier.P1, 10 * 8 / 0.006);
    backend.measure(2 * SECONDS, 10 * SECONDS);
    waits.sort(null);
    return new Run(backend.good() / 10.0, waits.get(waits.size() / 2) / (double) MILLIS);
  }

  @Test
  void tenfoldLoad_isServedInASmallPartOfTheWaitBound_withNoLessGoodput() {
    for (long seed = 1; seed <= 3; seed++) {
      Run inOrder = tenfold(PolicyMode.OFF, seed);
      Run newestFirst = tenfold(PolicyMode.ENFORCE, seed);
      assertThat(inOrder.medianWaitMillis()).as("in order, seed %d", seed).isGreaterThan(40);
      assertThat(newestFirst.medianWaitMillis()).as("newest first, seed %d", seed).isLessThan(5);
      assertThat(newestFirst.goodPerSecond())
          .as("goodput, seed %d", seed)
          .isGreaterThan(0.995 * inOrder.goodPerSecond());
    }
  }
}
