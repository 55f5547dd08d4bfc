package io.sluice.admit;

import static io.sluice.admit.VirtualTime.SECONDS;

import io.sluice.exchange.Tier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A lane in front of workers with a first-in-first-out backlog, under open-loop Poisson arrivals.
 * Counts what each tier offered and what was completed inside its deadline.
 */
final class WorkerLane {
  private final VirtualTime time;
  private final SplittableRandom random;
  private final Lane lane;
  private final LongSupplier serviceNanos;
  private final ServiceTime measured = new ServiceTime();
  private final Deque<Runnable> backlog = new ArrayDeque<>();
  private final long[] offered = new long[Tier.COUNT];
  private final long[] good = new long[Tier.COUNT];
  private UnaryOperator<AskBuilder> habits = UnaryOperator.identity();
  private Consumer<Ticket> onClaim = ticket -> {};
  private int freeWorkers;
  private boolean counting;

  WorkerLane(
      VirtualTime time,
      SplittableRandom random,
      Lane lane,
      int workers,
      LongSupplier serviceNanos) {
    this.time = time;
    this.random = random;
    this.lane = lane;
    this.freeWorkers = workers;
    this.serviceNanos = serviceNanos;
  }

  /** How its callers' asks differ from the reference. */
  WorkerLane asking(UnaryOperator<AskBuilder> callerHabits) {
    habits = callerHabits;
    return this;
  }

  /** Sees every ticket at the moment its permit is claimed. */
  WorkerLane onClaim(Consumer<Ticket> observer) {
    onClaim = observer;
    return this;
  }

  /** Poisson arrivals of one tier from now on. */
  void arrivals(Tier tier, double perSecond) {
    time.after(
        (long) (-Math.log(1 - random.nextDouble()) * SECONDS / perSecond),
        () -> {
          arrive(tier);
          arrivals(tier, perSecond);
        });
  }

  /** Lets it settle, then counts what is offered for a while, to its end. */
  void measure(long settleNanos, long countNanos) {
    time.run(settleNanos);
    counting = true;
    time.run(countNanos);
    counting = false;
    // What was offered last still has to be done.
    time.run(SECONDS);
  }

  private void arrive(Tier tier) {
    boolean counts = counting;
    if (counts) {
      offered[tier.rank()]++;
    }
    Ask ask =
        habits
            .apply(new AskBuilder(tier).serviceNanos(measured.expectedNanos(time.nowNanos())))
            .onSettled(ticket -> settled(ticket, counts))
            .at(time.nowNanos());
    switch (lane.offer(ask, time.nowNanos())) {
      case Permit permit -> dispatch(permit, ask, counts);
      case Ticket ticket ->
          time.after(
              ticket.untilNanos() - time.nowNanos(), () -> lane.expire(ticket, time.nowNanos()));
      case Shed shed -> {}
    }
  }

  private void settled(Ticket ticket, boolean counts) {
    Permit permit = lane.claim(ticket, time.nowNanos());
    if (permit != null) {
      onClaim.accept(ticket);
      dispatch(permit, ticket.ask(), counts);
    }
  }

  private void dispatch(Permit permit, Ask ask, boolean counts) {
    backlog.add(() -> time.after(serviceNanos.getAsLong(), () -> done(permit, ask, counts)));
    startWork();
  }

  private void done(Permit permit, Ask ask, boolean counts) {
    long nowNanos = time.nowNanos();
    if (counts && !ask.deadline().isPast(nowNanos)) {
      good[ask.tier().rank()]++;
    }
    measured.record(nowNanos - permit.takenAtNanos(), nowNanos);
    freeWorkers++;
    lane.end(permit, Ending.SUCCESS, nowNanos - permit.takenAtNanos(), nowNanos);
    startWork();
  }

  private void startWork() {
    while (freeWorkers > 0 && !backlog.isEmpty()) {
      freeWorkers--;
      backlog.remove().run();
    }
  }

  /** Of what this tier offered, the share that was completed inside its deadline. */
  double success(Tier tier) {
    return (double) good[tier.rank()] / offered[tier.rank()];
  }

  /** Of everything offered, the share that was not. */
  double lost() {
    return 1 - (double) good() / (offered[0] + offered[1] + offered[2]);
  }

  long good() {
    return good[0] + good[1] + good[2];
  }
}
