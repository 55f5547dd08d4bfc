package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.LaneLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The life of one lane under random events: arrivals of every tier, weight, wait and deadline, ends
 * and double ends, late deliveries, cancellations, expiries on time and late, closed homes, and a
 * limit that moves. After every event the lane is held against the model and the invariants.
 */
final class LaneEpisode {
  private static final List<Tier> TIERS = List.of(Tier.values());
  private static final List<PolicyMode> MODES = List.of(PolicyMode.values());
  private static final List<Ending> ENDINGS = List.of(Ending.values());
  private static final Executor CLOSED =
      task -> {
        throw new RejectedExecutionException("closed");
      };

  private final SplittableRandom random;
  private final Lane lane;
  private final LaneModel model;
  private final List<Runnable> mailbox = new ArrayList<>();
  private final List<Permit> live = new ArrayList<>();
  private final List<Permit> ended = new ArrayList<>();
  private final List<Waiter> waiters = new ArrayList<>();
  private final double pace;

  /** Whether most who come are of P1, so that it is overloaded at times. */
  private final boolean crowded;

  private long nowNanos;
  private long everTold;

  /**
   * @param reasonsSeen collects why anybody was refused
   */
  LaneEpisode(SplittableRandom random, Set<Reason> reasonsSeen) {
    this.random = random;
    nowNanos = random.nextInt(4) == 0 ? Long.MAX_VALUE - 2 * SECONDS : random.nextLong();
    pace = Math.pow(10, random.nextDouble(-1, 1));
    crowded = random.nextInt(3) == 0;
    int[] lends = {0, 30, 100};
    int limit = random.nextInt(4, 33);
    var shares =
        new NaiveShares(limit, 50, 30, lends[random.nextInt(3)], lends[random.nextInt(3)], 80);
    int places = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(64);
    LaneOptions options = options(limit, places, shares.tiers());
    lane = new Lane("loans", options, nowNanos);
    model = new LaneModel(lane, shares, options, reasonsSeen);
  }

  private LaneOptions options(int limit, int places, LaneOptions.Tiers tiers) {
    var codel =
        new CoDelOptions(
            Duration.ofMillis(1), Duration.ofMillis(random.nextInt(1, 11)), any(MODES));
    return new LaneOptions(new LaneLimit(limit), places, 0, 0, tiers, null, codel, any(MODES));
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** How many were granted before someone of their tier who had come earlier. */
  long grantedOutOfTurn() {
    return model.grantedOutOfTurn();
  }

  /** Returns how many tickets were told of their fate. */
  long run(int steps) {
    for (int i = 0; i < steps; i++) {
      step(this::randomEvent);
    }
    while (!mailbox.isEmpty()
        || !live.isEmpty()
        || model.waiting(Tier.P0) + model.waiting(Tier.P1) > 0) {
      step(this::windDown);
    }
    LaneInvariants.idle(lane.snapshot(nowNanos));
    for (Waiter waiter : waiters) {
      assertThat(waiter.timesTold).as("told once or never").isEqualTo(waiter.mustBeTold ? 1 : 0);
    }
    return everTold;
  }

  private void step(Runnable event) {
    boolean pause = random.nextInt(500) == 0;
    nowNanos += pause ? random.nextLong(3 * SECONDS) : (long) (random.nextLong(2 * MILLIS) * pace);
    LaneSnapshot before = lane.snapshot(nowNanos);
    event.run();
    LaneInvariants.entered(model.shares(), before, lane.snapshot(nowNanos));
    model.check(nowNanos);
  }

  private void randomEvent() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6, 7 -> offer();
      case 8, 9, 10, 11, 12 -> endOne();
      case 13, 14 -> deliverOne();
      case 15, 16 -> expireWhoIsDue();
      case 17 -> cancelAny();
      case 18 -> expireAnySettled();
      default -> rareEvent();
    }
  }

  private void rareEvent() {
    if (random.nextInt(3) == 0) {
      endAgain();
    } else {
      changeLimit();
    }
  }

  private void windDown() {
    if (!mailbox.isEmpty()) {
      deliverOne();
    } else if (!live.isEmpty()) {
      endOne();
    } else {
      expireWhoIsDue();
    }
  }

  private void offer() {
    boolean homeClosed = random.nextInt(12) == 0;
    var told = new Waiter[1];
    Ask ask =
        new AskBuilder(crowded && random.nextInt(5) > 0 ? Tier.P1 : any(TIERS))
            .weight(randomWeight())
            .waitNanos(random.nextInt(8) == 0 ? 0 : random.nextLong(100 * MILLIS))
            .budgetNanos(random.nextLong(-5 * MILLIS, 400 * MILLIS))
            .serviceNanos(random.nextInt(4) == 0 ? random.nextLong(40 * MILLIS) : 0)
            .home(homeClosed ? CLOSED : mailbox::add)
            .onSettled(ticket -> told(requireNonNull(told[0]), ticket))
            .at(nowNanos);
    LaneSnapshot before = lane.snapshot(nowNanos);
    model.look(nowNanos);
    Decision decision = lane.offer(ask, nowNanos);
    LaneInvariants.offered(ask, decision, before, lane.snapshot(nowNanos));
    Waiter waiter = model.offered(ask, homeClosed, decision, nowNanos);
    if (waiter != null) {
      told[0] = waiter;
      waiters.add(waiter);
    } else if (decision instanceof Permit permit) {
      live.add(permit);
    }
  }

  private int randomWeight() {
    return switch (random.nextInt(20)) {
      case 0 -> random.nextInt(1, 40);
      case 1, 2, 3 -> random.nextInt(1, 5);
      default -> 1;
    };
  }

  private void told(Waiter waiter, Ticket ticket) {
    assertThat(ticket).isSameAs(waiter.ticket);
    waiter.timesTold++;
    everTold++;
    model.look(nowNanos);
    Permit permit = lane.claim(ticket, nowNanos);
    model.claimed(waiter, permit, nowNanos);
    if (permit != null) {
      live.add(permit);
    }
    assertThat(lane.claim(ticket, nowNanos)).as("claimed twice").isNull();
  }

  private void endOne() {
    Permit permit = takeAny(live);
    if (permit != null) {
      model.look(nowNanos);
      lane.end(permit, ENDINGS.get(random.nextInt(3)), nowNanos);
      model.ended(permit, nowNanos);
      ended.add(permit);
    }
  }

  private void endAgain() {
    if (!ended.isEmpty()) {
      lane.end(ended.get(random.nextInt(ended.size())), Ending.SUCCESS, nowNanos);
      model.endedAgain();
    }
  }

  private void deliverOne() {
    Runnable task = takeAny(mailbox);
    if (task != null) {
      task.run();
    }
  }

  private void expireWhoIsDue() {
    for (Waiter waiter : waiters) {
      if (waiter.state == Ticket.State.WAITING && waiter.ticket.untilNanos() - nowNanos <= 0) {
        model.look(nowNanos);
        model.expired(waiter, lane.expire(waiter.ticket, nowNanos), nowNanos);
      }
    }
  }

  private void expireAnySettled() {
    Waiter waiter = anyRecentWaiter();
    if (waiter != null && waiter.state != Ticket.State.WAITING) {
      model.look(nowNanos);
      model.expired(waiter, lane.expire(waiter.ticket, nowNanos), nowNanos);
    }
  }

  private void cancelAny() {
    Waiter waiter = anyRecentWaiter();
    if (waiter != null) {
      model.look(nowNanos);
      lane.cancel(waiter.ticket, nowNanos);
      model.cancelled(waiter, nowNanos);
    }
  }

  private void changeLimit() {
    int limit = random.nextInt(4, 40);
    model.look(nowNanos);
    lane.limitChanged(limit, nowNanos);
    model.limitChanged(limit, nowNanos);
  }

  private @Nullable Waiter anyRecentWaiter() {
    int count = waiters.size();
    return count == 0 ? null : waiters.get(random.nextInt(Math.max(0, count - 30), count));
  }

  private <T> @Nullable T takeAny(List<T> list) {
    return list.isEmpty() ? null : list.remove(random.nextInt(list.size()));
  }
}
