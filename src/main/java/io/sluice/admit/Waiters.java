package io.sluice.admit;

import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/**
 * The bounded places of requests waiting for a permit: one queue for P0, one for P1, one capacity
 * for both. Linked through the tickets themselves, so that a place in the middle is given up in
 * constant time and without allocation. Not thread-safe; the lane's lock guards it.
 */
final class Waiters {
  private final int capacity;
  private final Queue p0 = new Queue();
  private final Queue p1 = new Queue();

  /** One tier's waiters in order of arrival. */
  private static final class Queue {
    @Nullable Ticket first;
    @Nullable Ticket last;
    int count;
    int weight;
    final GrantRate grants = new GrantRate();
  }

  Waiters(int capacity) {
    this.capacity = capacity;
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
    queue.count--;
    queue.weight -= ticket.weight();
    if (queue.count == 0) {
      queue.grants.stopWaiting(nowNanos);
    }
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

  /** Whose turn it is: the longest-waiting P0, or with no P0 waiting the longest-waiting P1. */
  @Nullable Ticket next() {
    return p0.first != null ? p0.first : p1.first;
  }

  @Nullable Ticket firstOf(Tier tier) {
    return of(tier).first;
  }

  @Nullable Ticket newestOf(Tier tier) {
    return of(tier).last;
  }

  /** Whether someone of this or a higher tier waits, whom an arrival must not overtake. */
  boolean anyAtOrAbove(Tier tier) {
    return p0.count > 0 || (tier != Tier.P0 && p1.count > 0);
  }

  boolean isFull() {
    return p0.count + p1.count >= capacity;
  }

  int count(Tier tier) {
    return of(tier).count;
  }

  int count() {
    return p0.count + p1.count;
  }

  int weight(Tier tier) {
    return of(tier).weight;
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
