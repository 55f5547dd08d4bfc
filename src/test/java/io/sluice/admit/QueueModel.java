package io.sluice.admit;

import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The waiters of a {@link LaneModel}: one list in order of arrival, and who is next in it. */
final class QueueModel {
  private final List<Waiter> waiting = new ArrayList<>();
  private boolean newestFirst;
  private @Nullable Waiter keptFor;
  private long grantedOutOfTurn;

  void turn(boolean toNewestFirst) {
    newestFirst = toNewestFirst;
  }

  void add(Waiter waiter) {
    waiting.add(waiter);
  }

  void leave(Waiter waiter) {
    waiting.remove(waiter);
    if (waiter == keptFor) {
      keptFor = null;
    }
  }

  void granted(Waiter waiter) {
    if (!of(waiter.tier()).getFirst().equals(waiter)) {
      grantedOutOfTurn++;
    }
    leave(waiter);
  }

  /** Permits are being kept free for who is next, if it is a P1. */
  void keepForWhoIsNext() {
    Waiter next = next();
    if (next != null && next.tier() == Tier.P1) {
      keptFor = next;
    }
  }

  /** Of a tier, in the order in which they would be granted. */
  List<Waiter> inTurn(Tier tier) {
    List<Waiter> turn = of(tier);
    if (tier == Tier.P1) {
      if (newestFirst) {
        Collections.reverse(turn);
      }
      if (keptFor != null) {
        turn.remove(keptFor);
        turn.addFirst(keptFor);
      }
    }
    return turn;
  }

  /** Of a tier, in order of arrival. */
  private List<Waiter> of(Tier tier) {
    return new ArrayList<>(waiting.stream().filter(each -> each.tier() == tier).toList());
  }

  /**
   * Who would be granted last, and makes room for an arrival of this tier; for a P1 only its like,
   * while the newest go first, and nobody whom permits are kept for.
   */
  @Nullable Waiter evictedFor(Tier tier) {
    if (tier == Tier.P2 || (tier == Tier.P1 && !newestFirst)) {
      return null;
    }
    List<Waiter> lastFirst = inTurn(Tier.P1).reversed();
    for (Waiter waiter : lastFirst) {
      if (waiter != keptFor || (tier == Tier.P0 && lastFirst.size() == 1)) {
        return waiter;
      }
    }
    return null;
  }

  @Nullable Waiter next() {
    for (Tier tier : List.of(Tier.P0, Tier.P1)) {
      List<Waiter> turn = inTurn(tier);
      if (!turn.isEmpty()) {
        return turn.getFirst();
      }
    }
    return null;
  }

  boolean anyAtOrAbove(Tier tier) {
    return waiting.stream().anyMatch(each -> each.tier().rank() <= tier.rank());
  }

  int count(Tier tier) {
    return of(tier).size();
  }

  int count() {
    return waiting.size();
  }

  /** How many were granted before someone of their tier who had come earlier. */
  long grantedOutOfTurn() {
    return grantedOutOfTurn;
  }
}
