package io.sluice.admit;

import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bounded places of requests waiting for a permit: one queue for P0, one for P1, one capacity
 * for both. Linked through the tickets themselves, so that a place in the middle is given up in
 * constant time and without allocation. Not thread-safe; the lane's lock guards it.
 *
 * <p>P0 is served in order of arrival, P1 too or, under overload, newest first. For whom permits
 * are being kept free stays the next of P1, whatever the order has turned to: a heavy request is
 * not overtaken while it waits for the rest of its permits.
 */
final class Waiters {
  private final int capacity;
  private final AdaptiveLifo order;
  private final Queue p0 = new Queue();
  private final Queue p1 = new Queue();
  private @Nullable Ticket keptFor;
  private int count;

  /** One tier's waiters in order of arrival. */
  private static final class Queue {
    @Nullable Ticket first;
    @Nullable Ticket last;
    int count;
    int weight;
    final GrantRate grants = new GrantRate();
  }

  Waiters(int capacity, AdaptiveLifo order) {
    this.capacity = capacity;
    this.order = order;
  }

  void add(Ticket ticket, long nowNanos) {
    Queue queue = of(ticket.tier());
    if (queue.count == 0) {
      queue.grants.startWaiting(nowNanos);
    }
    ticket.ahead = queue.last;
    if (queue.last == null) {
      queue.first = ticket;
    } else {
      queue.last.behind = ticket;
    }
    queue.last = ticket;
    queue.count++;
    count++;
    queue.weight += ticket.weight();
  }

  /** Its turn has come: gives up the place and counts towards the tier's grant rate. */
  void grant(Ticket ticket, long nowNanos) {
    of(ticket.tier()).grants.granted(ticket.weight(), nowNanos);
    remove(ticket, nowNanos);
  }

  /** Gives up the place without having been granted. */
  void remove(Ticket ticket, long nowNanos) {
    Queue queue = of(ticket.tier());
    if (queue == p1) {
      tellOrder(nowNanos);
    }
    if (ticket == keptFor) {
      keptFor = null;
    }
    unlink(ticket, queue);
    queue.count--;
    count--;
    queue.weight -= ticket.weight();
    if (queue.count == 0) {
      queue.grants.stopWaiting(nowNanos);
    }
  }

  /** One of P1 is about to leave. */
  private void tellOrder(long nowNanos) {
    if (p1.first == null || p1.count == 1) {
      order.emptied();
    } else {
      long drainNanos = order.newestFirst() ? p1.grants.nanosFor(p1.weight, nowNanos) : 0;
      order.left(p1.first, drainNanos, nowNanos);
    }
  }

  private static void unlink(Ticket ticket, Queue queue) {
    if (ticket.ahead == null) {
      queue.first = ticket.behind;
    } else {
      ticket.ahead.behind = ticket.behind;
    }
    if (ticket.behind == null) {
      queue.last = ticket.ahead;
    } else {
      ticket.behind.ahead = ticket.ahead;
    }
    ticket.ahead = null;
    ticket.behind = null;
  }

  /** Permits are being kept free for this P1, who is next and does not fit yet. */
  void keepFor(Ticket heavy) {
    keptFor = heavy;
  }

  /**
   * How long until this much of a tier's waiting weight will have been granted, at the measured
   * rate; 0 while too little has been measured.
   */
  long predictedNanos(Tier tier, int weight, long nowNanos) {
    return of(tier).grants.nanosFor(weight, nowNanos);
  }

  /** The limit moved by this factor: until measured anew, grants are taken to move with it. */
  void limitScaled(double factor) {
    p0.grants.scale(factor);
    p1.grants.scale(factor);
  }

  /** Whose turn it is: the longest-waiting P0, or with no P0 waiting the next P1. */
  @Nullable Ticket next() {
    if (count == 0) {
      return null;
    }
    return p0.first != null ? p0.first : nextP1();
  }

  private @Nullable Ticket nextP1() {
    if (keptFor != null) {
      return keptFor;
    }
    return order.newestFirst() ? p1.last : p1.first;
  }

  /** Weight of its own tier that would be granted before an arrival of this tier. */
  int weightBefore(Tier tier) {
    if (tier == Tier.P1 && order.newestFirst()) {
      return keptFor == null ? 0 : keptFor.weight();
    }
    return of(tier).weight;
  }

  /** A tier's waiters, in the order in which they would be granted. */
  List<Ticket> inTurn(Tier tier) {
    boolean newestFirst = tier == Tier.P1 && order.newestFirst();
    var turn = new ArrayList<Ticket>(of(tier).count);
    if (tier == Tier.P1 && keptFor != null) {
      turn.add(keptFor);
    }
    Ticket each = newestFirst ? p1.last : of(tier).first;
    while (each != null) {
      if (each != keptFor) {
        turn.add(each);
      }
      each = newestFirst ? each.ahead : each.behind;
    }
    return turn;
  }

  /**
   * The P1 that would have been granted last of all, whose place an arrival of this tier may take:
   * the newest, or the oldest while the newest go first. Only a P0 takes that of one for whom
   * permits are being kept.
   */
  @Nullable Ticket lastInTurn(Tier arriving) {
    boolean newestFirst = order.newestFirst();
    if (arriving == Tier.P1 && !newestFirst) {
      return null;
    }
    Ticket last = newestFirst ? p1.first : p1.last;
    if (last != null && last == keptFor) {
      Ticket other = newestFirst ? last.behind : last.ahead;
      return other == null && arriving == Tier.P0 ? last : other;
    }
    return last;
  }

  /** Whether someone of this or a higher tier waits, whom an arrival must not overtake. */
  boolean anyAtOrAbove(Tier tier) {
    return count > 0 && (tier != Tier.P0 || p0.count > 0);
  }

  boolean isFull() {
    return count >= capacity;
  }

  int count(Tier tier) {
    return of(tier).count;
  }

  int count() {
    return count;
  }

  int weight() {
    return p0.weight + p1.weight;
  }

  private Queue of(Tier tier) {
    return switch (tier) {
      case P0 -> p0;
      case P1 -> p1;
      case P2 -> throw new IllegalArgumentException("P2 never waits");
    };
  }
}
