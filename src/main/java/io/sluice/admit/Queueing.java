package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;

/**
 * Who may wait, for how long, and in whose place. Not thread-safe; the lane's lock guards it.
 *
 * <p>A wait is bounded by what was asked for, by half the time its client has, and by what its work
 * needs of that; whose prediction exceeds the bound is refused on arrival, not after waiting.
 */
final class Queueing {
  private final Books books;
  private final Waiters waiters;

  Queueing(Books books) {
    this.books = books;
    this.waiters = books.waiters;
  }

  Decision queue(Ask ask, long nowNanos) {
    Tier tier = ask.tier();
    long remainingNanos = ask.deadline().remainingNanos(nowNanos);
    long latestNanos = remainingNanos - ask.expectedServiceNanos();
    long askedNanos = books.bounds.inForce(tier, ask.maxWaitNanos(), nowNanos);
    long boundNanos = Math.min(latestNanos, Math.min(askedNanos, remainingNanos / 2));
    long predictedNanos = predictedNanos(tier, waiters.weightBefore(tier) + ask.weight(), nowNanos);
    // An empty queue takes its first waiter whatever the estimate says: it is how the estimate
    // learns.
    if (waiters.count(tier) > 0) {
      if (predictedNanos > latestNanos) {
        return books.shed(Reason.DEADLINE_UNREACHABLE, tier, nowNanos);
      }
      // P0 is not refused for a guess about its wait bound, only for passing it.
      if (tier != Tier.P0 && predictedNanos > boundNanos) {
        return books.shed(Reason.WAIT_TOO_LONG, tier, nowNanos);
      }
    }
    if (waiters.isFull() && !makeRoomFor(tier, nowNanos)) {
      return books.shed(Reason.WAITERS_FULL, tier, nowNanos);
    }
    var ticket = new Ticket(ask, nowNanos, nowNanos + boundNanos, predictedNanos);
    waiters.add(ticket, nowNanos);
    keepForWhoIsNext();
    if (books.loop != null) {
      books.loop.saturated();
    }
    return ticket;
  }

  /** Who is next and does not fit, although lighter requests would, is not overtaken by them. */
  void keepForWhoIsNext() {
    Ticket next = waiters.next();
    if (next != null && next.tier() == Tier.P1 && books.fits(Tier.P1, 1)) {
      waiters.keepFor(next);
    }
  }

  /**
   * How long until this much of a tier's waiting weight will have been granted; 0 if unknown.
   *
   * <p>While more is in flight than the limit, the excess has to end first. Ends come in proportion
   * to what is in flight and the grant rate in proportion to the limit, so it counts for excess ×
   * limit / in flight.
   */
  private long predictedNanos(Tier tier, int weight, long nowNanos) {
    int limit = books.shares().limit();
    int inFlight = books.inFlight.weight();
    long excess = Math.max(0, inFlight - limit);
    int ahead = excess == 0 ? 0 : (int) (excess * limit / inFlight);
    return waiters.predictedNanos(tier, ahead + weight, nowNanos);
  }

  private boolean makeRoomFor(Tier tier, long nowNanos) {
    Ticket last = waiters.lastInTurn(tier);
    if (last == null) {
      return false;
    }
    books.refuse(last, Reason.EVICTED, nowNanos);
    return true;
  }

  /** The limit has fallen: refuses those who would wait in vain, instead of letting them do it. */
  void refuseWhoNoLongerFits(Tier tier, long nowNanos) {
    int weightAhead = 0;
    for (Ticket ticket : waiters.inTurn(tier)) {
      long untilNanos =
          tier == Tier.P0
              ? ticket.ask().deadline().atNanos() - ticket.ask().expectedServiceNanos()
              : ticket.untilNanos();
      long predictedNanos = predictedNanos(tier, weightAhead + ticket.weight(), nowNanos);
      if (ticket.weight() > books.shares().heaviest(tier)) {
        books.refuse(ticket, Reason.TOO_HEAVY, nowNanos);
      } else if (weightAhead > 0 && predictedNanos > untilNanos - nowNanos) {
        books.refuse(ticket, Reason.LIMIT_SHRANK, nowNanos);
      } else {
        weightAhead += ticket.weight();
      }
    }
  }
}
