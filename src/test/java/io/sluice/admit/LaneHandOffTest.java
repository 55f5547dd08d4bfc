package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LaneHandOffTest {
  private static final Executor CLOSED =
      task -> {
        throw new RejectedExecutionException("event loop has been closed");
      };

  private final long nowNanos = Seed.printed("hand-off").nextLong();
  private final Queue<Runnable> mailbox = new ArrayDeque<>();
  private final List<Ticket> told = new ArrayList<>();

  @Test
  void end_handsThePermitToTheWaiters_p0First_thenInOrderOfArrival() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 4, nowNanos);
    Ticket early = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    Ticket late = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    Ticket write = Lanes.queue(lane, waiter(Tier.P0), 1, nowNanos).getFirst();

    held.forEach(permit -> lane.end(permit, Ending.SUCCESS, nowNanos));
    deliverAll();
    assertThat(told).containsExactly(write, early, late);
  }

  @Test
  void oneDrain_tellsWhomItGranted_inTheOrderItGrantedThem() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit heavy = (Permit) lane.offer(new AskBuilder(Tier.P0).weight(4).at(nowNanos), nowNanos);
    List<Ticket> waiters = Lanes.queue(lane, waiter(Tier.P1), 4, nowNanos);

    lane.end(heavy, Ending.SUCCESS, nowNanos);
    deliverAll();
    assertThat(told).isEqualTo(waiters);
  }

  @Test
  void grant_countsInFlight_beforeItIsClaimed() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    Ticket granted = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held, Ending.SUCCESS, nowNanos);

    assertThat(granted.state()).isEqualTo(Ticket.State.GRANTED);
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(4);
    assertThat(lane.offer(new AskBuilder(Tier.P2).at(nowNanos), nowNanos)).isInstanceOf(Shed.class);
  }

  @Test
  void claim_pastTheDeadline_isRefused_andThePermitGoesToTheNext() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    Ticket hurried =
        Lanes.queue(lane, waiter(Tier.P1).budgetNanos(20 * MILLIS), 1, nowNanos).getFirst();
    Ticket next = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held, Ending.SUCCESS, nowNanos);

    assertThat(lane.claim(hurried, nowNanos + 20 * MILLIS)).isNull();
    assertThat(hurried.state()).isEqualTo(Ticket.State.GONE);
    assertThat(lane.claim(next, nowNanos + 20 * MILLIS)).isNotNull();
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(4);
  }

  @Test
  void cancel_ofAGrantOnItsWay_returnsThePermit_once() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    Ticket abandoned = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held, Ending.SUCCESS, nowNanos);

    lane.cancel(abandoned, nowNanos);
    lane.cancel(abandoned, nowNanos);
    assertThat(lane.claim(abandoned, nowNanos)).isNull();
    assertThat(lane.expire(abandoned, nowNanos)).isNull();
    assertThat(abandoned.shed()).isNull();
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(3);
    assertThat(lane.snapshot(nowNanos).duplicateEnds()).isZero();
  }

  @Test
  void cancel_ofAHeavyHead_letsThoseBehindItThrough() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Lanes.admit(lane, Tier.P1, 2, nowNanos);
    Ticket heavy = Lanes.queue(lane, waiter(Tier.P1).weight(3), 1, nowNanos).getFirst();
    List<Ticket> light = Lanes.queue(lane, waiter(Tier.P1), 2, nowNanos);
    assertThat(light).allMatch(ticket -> ticket.state() == Ticket.State.WAITING);

    lane.cancel(heavy, nowNanos);
    assertThat(light).allMatch(ticket -> ticket.state() == Ticket.State.GRANTED);
  }

  @Test
  void drain_refusesWhoseTimeIsUp_ratherThanGrantingLate() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    Ticket ticket = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held, Ending.SUCCESS, ticket.untilNanos() + 1);

    assertThat(Lanes.lostFor(ticket)).isEqualTo(Reason.WAIT_EXPIRED);
    assertThat(lane.expire(ticket, ticket.untilNanos() + 1)).isNull();
  }

  @Test
  void secondEndOfAPermit_changesNothing_andIsCounted() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit permit = Lanes.admit(lane, Tier.P1, 2, nowNanos).getFirst();
    lane.end(permit, Ending.SUCCESS, nowNanos);
    lane.end(permit, Ending.DROPPED, nowNanos);

    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(1);
    assertThat(lane.snapshot(nowNanos).duplicateEnds()).isEqualTo(1);
  }

  @Test
  void oldestPermit_isReportedWithItsOwner_untilItEnds() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Ask leaky = new AskBuilder(Tier.P1).owner("leaky").at(nowNanos);
    Permit lost = (Permit) lane.offer(leaky, nowNanos);
    Lanes.admit(lane, Tier.P1, 2, nowNanos + MILLIS);

    LaneSnapshot snapshot = lane.snapshot(nowNanos + 10 * MILLIS);
    assertThat(snapshot.oldestPermitOwner()).isEqualTo("leaky");
    assertThat(snapshot.oldestPermitNanos()).isEqualTo(10 * MILLIS);
    lane.end(lost, Ending.IGNORED, nowNanos);
    assertThat(lane.snapshot(nowNanos).oldestPermitOwner()).isEqualTo("route");
  }

  @Test
  void closedHome_losesNoPermit_itGoesToTheNextWaiterThatLives() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    List<Ticket> dead = Lanes.queue(lane, waiter(Tier.P1).home(CLOSED), 3, nowNanos);
    Ticket alive = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();
    lane.end(held, Ending.SUCCESS, nowNanos);

    assertThat(dead).allMatch(ticket -> ticket.state() == Ticket.State.GONE);
    assertThat(alive.state()).isEqualTo(Ticket.State.GRANTED);
    deliverAll();
    assertThat(told).containsExactly(alive);
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(4);
  }

  @Test
  void closedHome_ofTenThousandWaiters_doesNotExhaustTheStack() {
    Lane lane = Lanes.plain(4, 10_000, nowNanos);
    List<Permit> held = Lanes.admit(lane, Tier.P1, 4, nowNanos);
    Lanes.queue(lane, waiter(Tier.P1).home(CLOSED), 10_000, nowNanos);
    held.forEach(permit -> lane.end(permit, Ending.SUCCESS, nowNanos));

    LaneInvariants.idle(lane.snapshot(nowNanos));
  }

  @Test
  void homeThatThrowsSomethingElse_isHeardOf_andCostsNobodyAPermit() {
    Lane lane = Lanes.plain(4, 64, nowNanos);
    Permit held = Lanes.admit(lane, Tier.P1, 4, nowNanos).getFirst();
    var fault = new IllegalStateException("a faulty home");
    Executor faulty =
        task -> {
          throw fault;
        };
    Lanes.queue(lane, waiter(Tier.P1).home(faulty), 1, nowNanos);
    Ticket next = Lanes.queue(lane, waiter(Tier.P1), 1, nowNanos).getFirst();

    var heard = new ArrayList<Throwable>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> heard.add(thrown));
    try {
      lane.end(held, Ending.SUCCESS, nowNanos);
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(heard).containsExactly(fault);
    assertThat(next.state()).isEqualTo(Ticket.State.GRANTED);
  }

  private AskBuilder waiter(Tier tier) {
    return new AskBuilder(tier).home(mailbox::add).onSettled(told::add);
  }

  private void deliverAll() {
    for (Runnable task = mailbox.poll(); task != null; task = mailbox.poll()) {
      task.run();
    }
  }
}
