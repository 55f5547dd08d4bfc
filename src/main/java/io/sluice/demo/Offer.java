package io.sluice.demo;

import io.sluice.surge.Mix;
import io.sluice.surge.Retry;
import io.sluice.surge.Stream;
import java.util.ArrayList;
import java.util.List;

/**
 * What the clients of a demonstration want. P0 stays at 400/s whatever the load: it is the others
 * that surge.
 *
 * @param perSecond requests a second, all tiers
 * @param naiveToo whether clients that retry at once can be shown; at high loads the machine itself
 *     is the limit then
 */
record Offer(double perSecond, boolean naiveToo) {
  static final double REFERENCE_PER_SECOND = 2000;
  static final double P0_PER_SECOND = 400;
  private static final double MOST_FOR_NAIVE = 2;

  /**
   * An offer to a library of that capacity.
   *
   * @param load in multiples of the capacity; 0 for the reference surge
   */
  static Offer of(double load, double capacityPerSecond) {
    return new Offer(
        load == 0 ? REFERENCE_PER_SECOND : load * capacityPerSecond, load <= MOST_FOR_NAIVE);
  }

  Mix mix() {
    double rest = Math.max(1, perSecond - P0_PER_SECOND);
    List<Stream> streams = Mix.LIBRARY.streams();
    return new Mix(
        List.of(
            streams.get(0).withShare(Math.min(P0_PER_SECOND, perSecond)),
            streams.get(1).withShare(rest * 3 / 8),
            streams.get(2).withShare(rest * 5 / 8)));
  }

  /** In the order in which they are shown; hints come from the gateway only. */
  List<Retry> clients(boolean throughGateway) {
    var clients = new ArrayList<Retry>(List.of(Retry.NONE));
    if (naiveToo) {
      clients.add(new Retry.Naive(3));
    }
    if (throughGateway) {
      clients.add(Retry.Cooperative.DEFAULT);
    }
    return clients;
  }
}
