package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
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
 *       top: P0 first, in order of arrival; whoever heads the queue and does not fit holds back its
 *       own and the lower tier, so that a heavy request is not overtaken for ever.
 *   <li>A permit counts in flight from the moment it is handed over, not from when it is picked up.
 * </ul>
 */
public final class Lane {
  private final String name;
  private final ReentrantLock lock = new ReentrantLock();
  private final Admission admission; // guarded by the lock

  public Lane(String name, LaneOptions options, long nowNanos) {
    this.name = name;
    this.admission = new Admission(options, nowNanos);
  }

  /** In, wait or out. A {@link Ticket} is settled later, on the ask's own executor. */
  public Decision offer(Ask ask, long nowNanos) {
    Ticket settled;
    Decision decision;
    lock.lock();
    try {
      decision = admission.offer(ask, nowNanos);
      settled = admission.takeSettled();
    } finally {
      lock.unlock();
    }
    tell(settled, nowNanos);
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
    tell(takeBack(ticket, nowNanos), nowNanos);
    return null;
  }

  /** The client left: gives up the place, or the permit that is on its way. Idempotent. */
  public void cancel(Ticket ticket, long nowNanos) {
    Ticket settled;
    lock.lock();
    try {
      if (!admission.leave(ticket, null, nowNanos)) {
        admission.takeBack(ticket, nowNanos);
      }
      settled = admission.takeSettled();
    } finally {
      lock.unlock();
    }
    tell(settled, nowNanos);
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
    tell(settled, nowNanos);
    return expired ? ticket.shed() : null;
  }

  /**
   * Gives a permit back. Only the first end of a permit counts; further ones are counted as bugs.
   */
  public void end(Permit permit, Ending ending, long nowNanos) {
    Ticket settled;
    lock.lock();
    try {
      admission.end(permit, ending, nowNanos);
      settled = admission.takeSettled();
    } finally {
      lock.unlock();
    }
    tell(settled, nowNanos);
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
    tell(settled, nowNanos);
  }

  /** Outside the lock: tells each settled ticket's owner, in turn, on its own executor. */
  private void tell(@Nullable Ticket first, long nowNanos) {
    if (first != null) {
      tellEach(first, nowNanos);
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
    lock.lock();
    try {
      admission.takeBack(ticket, nowNanos);
      return admission.takeSettled();
    } finally {
      lock.unlock();
    }
  }

  public String name() {
    return name;
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
