package io.sluice.admit;

import io.sluice.admit.limit.Limit;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A bulkhead: one concurrency limit, shared by three tiers, with bounded waiters in front of it.
 *
 * <p>Any thread may call any method; one short lock decides, and whoever has to be told of a
 * decision is told after it is released, on its own executor. The lane knows no clock and no
 * threads: time comes in with every call.
 *
 * <ul>
 *   <li>An arrival enters if its tier's share allows and nobody of its own or a higher tier waits.
 *   <li>Otherwise P0 and P1 wait within their bounds, and P2 is refused.
 *   <li>Every end, expiry, cancellation and rise of the limit hands permits to the waiters from the
 *       top: P0 first, in order of arrival, P1 under overload newest first; whoever heads the queue
 *       and does not fit holds back its own and the lower tier, so that a heavy request is not
 *       overtaken for ever.
 *   <li>A permit counts in flight from the moment it is handed over, not from when it is picked up.
 * </ul>
 */
public final class Lane {
  /** In the place of a latency: nothing was measured of how long the work takes. */
  public static final long NOT_MEASURED = -1;

  private final String name;
  private final String algorithm;
  private final MoveListener listener;
  private final BriefLock lock = new BriefLock();
  private final Admission admission; // guarded by the lock

  /** A lane with the limit of its options. */
  public Lane(String name, LaneOptions options, long nowNanos) {
    this(name, options, MoveListener.NONE, nowNanos);
  }

  /** A lane with the limit of its options. */
  public Lane(String name, LaneOptions options, MoveListener listener, long nowNanos) {
    this(name, options, options.newLimit(), options.enforcesMoves(), listener, nowNanos);
  }

  /** A lane that follows a limit of its maker's, whatever its options say of one. */
  public Lane(String name, LaneOptions options, Limit limit, long nowNanos) {
    this(name, options, limit, true, MoveListener.NONE, nowNanos);
  }

  /**
   * @param limit fed with what the lane sees; null for a number that stays
   * @param enforced whether it is in force; else the number of the options is
   */
  private Lane(
      String name,
      LaneOptions options,
      @Nullable Limit limit,
      boolean enforced,
      MoveListener listener,
      long nowNanos) {
    this.name = name;
    this.algorithm =
        options.adaptive() == null
            ? "fixed"
            : options.adaptive().algorithm().name().toLowerCase(Locale.ROOT);
    this.listener = listener;
    this.admission = new Admission(options, limit, enforced, nowNanos);
  }

  /** In, wait or out. A {@link Ticket} is settled later, on the ask's own executor. */
  public Decision offer(Ask ask, long nowNanos) {
    Ticket settled;
    LimitMove moved;
    Decision decision;
    lock.lock();
    try {
      decision = admission.offer(ask, nowNanos);
      settled = admission.takeSettled();
      moved = admission.takeMoved();
    } finally {
      lock.unlock();
    }
    tell(settled, moved, nowNanos);
    return decision;
  }

  /**
   * Takes the permit that was handed to a ticket; called on {@code home} once it is settled.
   *
   * @return null if there is none to take: the place was lost and {@link Ticket#shed} says why, the
   *     client left by itself, or the deadline has passed, which ends the permit here
   */
  public @Nullable Permit claim(Ticket ticket, long nowNanos) {
    if (!ticket.ask().deadline().isPast(nowNanos)) {
      return ticket.takeGrant(Ticket.State.CLAIMED);
    }
    tell(takeBack(ticket, nowNanos), null, nowNanos);
    return null;
  }

  /** The client left: gives up the place, or the permit that is on its way. Idempotent. */
  public void cancel(Ticket ticket, long nowNanos) {
    Ticket settled;
    LimitMove moved;
    lock.lock();
    try {
      if (!admission.leave(ticket, null, nowNanos)) {
        admission.takeBack(ticket, nowNanos);
      }
      settled = admission.takeSettled();
      moved = admission.takeMoved();
    } finally {
      lock.unlock();
    }
    tell(settled, moved, nowNanos);
  }

  /**
   * The ticket's time is up.
   *
   * @return the refusal to answer with, or null if the ticket was settled before
   */
  public @Nullable Shed expire(Ticket ticket, long nowNanos) {
    boolean expired;
    Ticket settled;
    lock.lock();
    try {
      expired = admission.leave(ticket, Reason.WAIT_EXPIRED, nowNanos);
      settled = admission.takeSettled();
    } finally {
      lock.unlock();
    }
    tell(settled, null, nowNanos);
    return expired ? ticket.shed() : null;
  }

  /** Gives a permit back whose work was not measured. */
  public void end(Permit permit, Ending ending, long nowNanos) {
    end(permit, ending, NOT_MEASURED, nowNanos);
  }

  /**
   * Gives a permit back. Only the first end of a permit counts; further ones are counted as bugs.
   *
   * @param latencyNanos from dispatch to the response head, or the work's own time on a worker;
   *     {@link #NOT_MEASURED} where it would say nothing of how long work takes
   */
  public void end(Permit permit, Ending ending, long latencyNanos, long nowNanos) {
    Ticket settled;
    LimitMove moved;
    lock.lock();
    try {
      admission.end(permit, ending, latencyNanos, nowNanos);
      settled = admission.takeSettled();
      moved = admission.takeMoved();
    } finally {
      lock.unlock();
    }
    tell(settled, moved, nowNanos);
  }

  /**
   * A refusal of someone who has a permit, for a reason outside the lane; counted and explained
   * like its own. The permit is still to be ended.
   */
  public Shed refuse(Reason reason, Tier tier, long nowNanos) {
    lock.lock();
    try {
      return admission.shedAdmitted(reason, tier, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The limit moved. Nobody in flight is preempted; a rise is handed out at once, and on a fall
   * waiters are predicted anew: those that no longer fit are refused now instead of waiting for it.
   *
   * @param limit ⌊L⌋, ≥ 1
   */
  public void limitChanged(int limit, long nowNanos) {
    Ticket settled;
    lock.lock();
    try {
      admission.limitChanged(limit, nowNanos);
      settled = admission.takeSettled();
    } finally {
      lock.unlock();
    }
    tell(settled, null, nowNanos);
  }

  /** Outside the lock: tells each settled ticket's owner, in turn, on its own executor. */
  private void tell(@Nullable Ticket first, @Nullable LimitMove moved, long nowNanos) {
    if (first != null) {
      tellEach(first, nowNanos);
    }
    if (moved != null) {
      listener.moved(this, moved);
    }
  }

  private void tellEach(Ticket first, long nowNanos) {
    Ticket next = first;
    while (next != null) {
      Ticket settled = next;
      next = settled.takeNextSettled();
      try {
        settled.ask().home().execute(() -> settled.ask().onSettled().accept(settled));
      } catch (RejectedExecutionException homeIsClosed) {
        next = passOn(settled, next, nowNanos);
      } catch (RuntimeException fault) {
        next = passOn(settled, next, nowNanos);
        // To be heard of, but not at the price of whoever is to be told next.
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
      }
    }
  }

  /**
   * A ticket's event loop has ended, and with it the client; its permit must not be lost with them.
   * A loop, not a recursion: thousands may have waited on the same event loop.
   *
   * @return whom the permit went to, and then the others who are still to be told
   */
  private @Nullable Ticket passOn(Ticket untold, @Nullable Ticket others, long nowNanos) {
    Ticket heirs = takeBack(untold, nowNanos);
    if (heirs == null) {
      return others;
    }
    heirs.appendSettled(others);
    return heirs;
  }

  private @Nullable Ticket takeBack(Ticket ticket, long nowNanos) {
    Ticket settled;
    LimitMove moved;
    lock.lock();
    try {
      admission.takeBack(ticket, nowNanos);
      settled = admission.takeSettled();
      moved = admission.takeMoved();
    } finally {
      lock.unlock();
    }
    tell(null, moved, nowNanos);
    return settled;
  }

  public String name() {
    return name;
  }

  /** The rule that moves its limit, as the configuration calls it; {@code fixed} for a number. */
  public String algorithm() {
    return algorithm;
  }

  /** The last 50 changes of its limit, oldest first; none for a fixed number. */
  public List<LimitMove> moves() {
    lock.lock();
    try {
      return admission.moves();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether its limit is less than half of what it has been in the last half minute or so: what is
   * behind it is going under. Never for a fixed limit.
   */
  public boolean isShrunk() {
    return admission.isShrunk();
  }

  /** What operators see; takes the lock for a moment. */
  public LaneSnapshot snapshot(long nowNanos) {
    lock.lock();
    try {
      return admission.snapshot(nowNanos);
    } finally {
      lock.unlock();
    }
  }
}
