package io.sluice.dispatch;

import io.sluice.dispatch.TierBacklog.Item;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The order of the backlog: one shelf a tier, oldest first. Not safe for threads. Every operation
 * but the copy takes constant time.
 */
final class TierShelves {
  private final List<Shelf> shelves = Stream.generate(Shelf::new).limit(Tier.COUNT).toList();
  private int size;

  int size() {
    return size;
  }

  void add(Item item) {
    shelfOf(item).add(item);
    size++;
  }

  boolean contains(Item item) {
    return shelfOf(item).items.contains(item);
  }

  boolean remove(Item item) {
    boolean removed = shelfOf(item).remove(item);
    if (removed) {
      size--;
    }
    return removed;
  }

  /** The oldest item of the highest tier that has one. */
  @Nullable Item first() {
    for (Shelf shelf : shelves) {
      if (!shelf.items.isEmpty()) {
        return shelf.items.getFirst();
      }
    }
    return null;
  }

  @Nullable Item removeFirst() {
    Item first = first();
    if (first != null) {
      remove(first);
    }
    return first;
  }

  /**
   * Removes the oldest item that may be discarded, of the lowest tier that has one, but of none
   * above the newcomer's.
   */
  @Nullable Item removeDiscardable(Tier newcomer) {
    for (int rank = Tier.COUNT - 1; rank >= newcomer.rank(); rank--) {
      Shelf shelf = shelves.get(rank);
      if (!shelf.discardable.isEmpty()) {
        Item oldest = shelf.discardable.getFirst();
        remove(oldest);
        return oldest;
      }
    }
    return null;
  }

  /** In order of service. */
  List<Item> copy() {
    List<Item> copy = new ArrayList<>(size);
    shelves.forEach(shelf -> copy.addAll(shelf.items));
    return copy;
  }

  private Shelf shelfOf(Item item) {
    return shelves.get(item.tier().rank());
  }

  /** Linked sets, so that a cancelled item leaves in constant time. */
  private static final class Shelf {
    final LinkedHashSet<Item> items = new LinkedHashSet<>();
    final LinkedHashSet<Item> discardable = new LinkedHashSet<>();

    void add(Item item) {
      if (!items.add(item)) {
        throw new IllegalArgumentException("already queued: " + item);
      }
      if (item.mayBeDiscarded()) {
        discardable.add(item);
      }
    }

    boolean remove(Item item) {
      discardable.remove(item);
      return items.remove(item);
    }
  }
}
