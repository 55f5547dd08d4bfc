package io.sluice.config;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierOptions;
import io.sluice.admit.TierShares;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.exchange.Tier;
import io.sluice.options.Share;
import java.math.BigDecimal;
import java.util.Map;

/** A lane's limit, its workers and the shares of its tiers add up. */
final class LaneRules {
  private final Review review;

  private LaneRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new LaneRules(review);
    for (Map.Entry<String, LaneOptions> lane : review.options().lanes().entrySet()) {
      String path = "lanes." + lane.getKey();
      rules.limit(path, lane.getValue());
      rules.reserves(path + ".tiers", lane.getValue().tiers());
      rules.watermark(path + ".tiers.p0.shedAbove", lane.getValue().tiers().p0());
      rules.watermark(path + ".tiers.p1.shedAbove", lane.getValue().tiers().p1());
      rules.workers(lane.getKey(), lane.getValue());
    }
    for (int i = 0; i < review.routes().size(); i++) {
      rules.weight(i, review.routes().get(i));
    }
  }

  private void limit(String path, LaneOptions lane) {
    int room = lane.workers() + lane.backlog();
    if (lane.workers() == 0 || lane.largestLimit() <= room) {
      return;
    }
    String largest = path + (lane.enforcesMoves() ? ".adaptive.max" : ".limit");
    review.expect(
        largest,
        lane.largestLimit(),
        "at most workers + backlog, %d + %d = %d".formatted(lane.workers(), lane.backlog(), room),
        path + ".limit",
        path + ".workers",
        path + ".backlog");
  }

  private void reserves(String path, LaneOptions.Tiers tiers) {
    BigDecimal sum =
        percent(tiers.p0().reserve())
            .add(percent(tiers.p1().reserve()))
            .add(percent(tiers.p2().reserve()));
    if (sum.compareTo(BigDecimal.valueOf(100)) > 0) {
      review.refuse(
          path,
          "reserves of %s + %s + %s (expected: at most 100%% together)"
              .formatted(tiers.p0().reserve(), tiers.p1().reserve(), tiers.p2().reserve()),
          path + ".p0.reserve",
          path + ".p1.reserve",
          path + ".p2.reserve");
    }
  }

  private static BigDecimal percent(Share share) {
    return new BigDecimal(share.toString().replace("%", ""));
  }

  private void watermark(String path, TierOptions tier) {
    if (tier.shedAbove().fraction() < 1) {
      review.expect(path, tier.shedAbove(), "100%, as only P2 is shed before the lane is full");
    }
  }

  /** Blocking work needs threads of its own. */
  private void workers(String name, LaneOptions lane) {
    for (int i = 0; i < review.routes().size() && lane.workers() == 0; i++) {
      RouteOptions route = review.routes().get(i);
      BackendOptions backend = review.options().backends().get(route.backend());
      if (route.lane().equals(name) && backend != null && backend.inProcess() != null) {
        review.expect(
            "lanes." + name + ".workers",
            lane.workers(),
            "1..1024, as %s sends work to the in-process backends.%s"
                .formatted(Review.route(i), route.backend()),
            Review.route(i, "backend"));
        return;
      }
    }
  }

  /** What does not even fit an idle lane would be refused for ever. */
  private void weight(int index, RouteOptions route) {
    LaneOptions lane = review.options().lanes().get(route.lane());
    if (lane == null) {
      return;
    }
    Tier tier = route.effectiveTier();
    int heaviest = new TierShares(lane.smallestLimit(), lane.tiers()).heaviest(tier);
    if (route.weight() <= heaviest) {
      return;
    }
    String laneName = "lanes." + route.lane();
    String[] lookedAt = {
      laneName + ".limit",
      laneName + ".adaptive",
      laneName + ".workers",
      laneName + ".tiers",
      Review.route(index, "tier"),
      Review.route(index, "kind"),
      Review.route(index, "lane")
    };
    if (heaviest == 0) {
      review.refuse(
          Review.route(index, "lane"),
          "%s has no permit for %s even when idle%s".formatted(laneName, tier.code(), when(lane)),
          lookedAt);
    } else {
      review.expect(
          Review.route(index, "weight"),
          route.weight(),
          "at most %d, all that %s has for %s when idle%s"
              .formatted(heaviest, laneName, tier.code(), when(lane)),
          lookedAt);
    }
  }

  private static String when(LaneOptions lane) {
    return lane.enforcesMoves() ? " and at its smallest limit, " + lane.smallestLimit() : "";
  }
}
