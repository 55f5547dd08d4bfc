package io.sluice.config;

import io.sluice.admit.LaneOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.HashMap;

/** Warnings about requests that share what they had better not. */
final class SharingRules {
  private SharingRules() {}

  static void check(Review review) {
    readsAndWrites(review);
    review.options().lanes().forEach((name, lane) -> lentToSlowWork(review, name, lane));
  }

  private record Share(String lane, Tier tier) {}

  /** One warning for each tier of a lane: at the first route that is not like the ones before. */
  private static void readsAndWrites(Review review) {
    var first = new HashMap<Share, Integer>();
    var warned = new HashMap<Share, Integer>();
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      boolean nobodyWaits = route.kind() == Kind.BATCH || route.kind() == Kind.ASYNC;
      if (nobodyWaits || isUnsure(review, i)) {
        continue; // what nobody waits for gains nothing from being kept apart
      }
      var share = new Share(route.lane(), route.effectiveTier());
      int other = first.merge(share, i, (before, now) -> before);
      boolean mixed = isWrite(review.routes().get(other)) != isWrite(route);
      if (mixed && warned.putIfAbsent(share, i) == null) {
        review.warn(
            Review.route(i, "lane"),
            "%ss share lanes.%s and tier %s with %ss, %s"
                .formatted(
                    isWrite(route) ? "write" : "read",
                    route.lane(),
                    share.tier().code(),
                    isWrite(route) ? "read" : "write",
                    Review.route(other)));
      }
    }
  }

  private static boolean isUnsure(Review review, int index) {
    return review.isBroken(Review.route(index, "kind"))
        || review.isBroken(Review.route(index, "tier"))
        || review.isBroken(Review.route(index, "lane"));
  }

  private static boolean isWrite(RouteOptions route) {
    return route.kind() == Kind.WRITE || route.kind() == Kind.PATIENT;
  }

  /** A lent permit comes back when its request ends; a P0 may not be able to wait for that. */
  private static void lentToSlowWork(Review review, String name, LaneOptions lane) {
    boolean p0Lends = lane.tiers().p0().lend().fraction() > 0;
    if (!p0Lends && lane.tiers().p1().lend().fraction() == 0) {
      return;
    }
    Duration patience = lane.tiers().p0().maxWait();
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      boolean slow =
          route.lane().equals(name)
              && route.effectiveTier() == Tier.P2
              && route.timeout().compareTo(patience) > 0;
      if (slow) {
        String tiers = "lanes." + name + ".tiers.";
        String timeout = Review.route(i, "timeout");
        review.warn(
            tiers + (p0Lends ? "p0" : "p1") + ".lend",
            "what is lent may come back too late: %s is %s, and a P0 waits %s"
                .formatted(
                    timeout,
                    review.show(timeout, route.timeout()),
                    review.show(tiers + "p0.wait", patience)),
            timeout,
            tiers + "p0.wait",
            Review.route(i, "tier"),
            Review.route(i, "kind"));
        return;
      }
    }
  }
}
