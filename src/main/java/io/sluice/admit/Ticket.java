package io.sluice.admit;

import io.sluice.exchange.Tier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Waiting: a place among a lane's waiters, until a permit is handed over or the place is lost.
 *
 * <pre>
 * WAITING -> GRANTED   a drain handed it a permit, which counts in flight from then on
 * WAITING -> GONE      it expired, was evicted, no longer fits, or its client left
 * GRANTED -> CLAIMED   its owner took the permit
 * GRANTED -> GONE      its owner came too late or left; the permit ends and the lane drains again
 * </pre>
 *
 * The first two happen under the lane's lock, the last two by compare-and-set: exactly one wins.
 */
public final class Ticket implements Decision {
  /** Where a ticket stands. */
  public enum State {
    WAITING,
    GRANTED,
    CLAIMED,
    GONE
  }

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Ticket.class, "state", State.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Ask ask;
  private final long queuedAtNanos;
  private final long untilNanos;
  private final long predictedNanos;
  private volatile State state = State.WAITING;

  // Written before the transition that publishes them.
  private @Nullable Permit permit;
  private @Nullable Shed shed;

  // The lane's queue, guarded by its lock.
  @Nullable Ticket ahead;
  @Nullable Ticket behind;

  // The list of tickets to tell: guarded by the lane's lock, then owned by the thread that tells.
  private @Nullable Ticket nextSettled;

  Ticket(Ask ask, long queuedAtNanos, long untilNanos, long predictedNanos) {
    this.ask = ask;
    this.queuedAtNanos = queuedAtNanos;
    this.untilNanos = untilNanos;
    this.predictedNanos = predictedNanos;
  }

  // WAITING -> GRANTED: only under the lane's lock
  void grant(Permit granted) {
    permit = granted;
    state = State.GRANTED;
  }

  // WAITING -> GONE: only under the lane's lock; no shed when the client left by itself
  void lose(@Nullable Shed why) {
    shed = why;
    state = State.GONE;
  }

  // GRANTED -> CLAIMED | GONE: whoever comes first
  @Nullable Permit takeGrant(State next) {
    return STATE.compareAndSet(this, State.GRANTED, next) ? permit : null;
  }

  /** Appends a list of settled tickets to the one that ends here or further on. */
  void appendSettled(@Nullable Ticket list) {
    Ticket last = this;
    while (last.nextSettled != null) {
      last = last.nextSettled;
    }
    last.nextSettled = list;
  }

  /** The rest of the list, detached, so that one ticket does not keep all of them in memory. */
  @Nullable Ticket takeNextSettled() {
    Ticket next = nextSettled;
    nextSettled = null;
    return next;
  }

  public State state() {
    return state;
  }

  /** Why the place was lost; null while it is not, and when its own client left. */
  public @Nullable Shed shed() {
    return shed;
  }

  Ask ask() {
    return ask;
  }

  public Tier tier() {
    return ask.tier();
  }

  int weight() {
    return ask.weight();
  }

  public long queuedAtNanos() {
    return queuedAtNanos;
  }

  /** The instant at which {@link Lane#expire} should be called if nothing has happened by then. */
  public long untilNanos() {
    return untilNanos;
  }

  /** The wait it was queued with a view to; 0 where nothing had been learned yet. */
  public long predictedNanos() {
    return predictedNanos;
  }
}
