package io.sluice.config;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import java.util.Map;

/** A limit that moves says whether it is in force, has room to move, and follows one backend. */
final class AdaptiveRules {
  private final Review review;

  private AdaptiveRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new AdaptiveRules(review);
    for (Map.Entry<String, LaneOptions> lane : review.options().lanes().entrySet()) {
      LimitOptions adaptive = lane.getValue().adaptive();
      if (adaptive != null) {
        String path = "lanes." + lane.getKey();
        rules.mode(path, lane.getValue(), adaptive);
        rules.bounds(path + ".adaptive", adaptive);
        rules.oneBackend(lane.getKey());
      }
    }
  }

  /** Two limits cannot be in force at once, and one has to be. */
  private void mode(String path, LaneOptions lane, LimitOptions adaptive) {
    boolean enforced = adaptive.mode() == Mode.ENFORCE;
    if (enforced == lane.enforcesMoves()) {
      return;
    }
    review.expect(
        path + ".adaptive.mode",
        adaptive.mode(),
        enforced
            ? "shadow, as %s.limit is a number; or limit: adaptive".formatted(path)
            : "enforce; or a number in %s.limit, which stays in force".formatted(path),
        path + ".limit",
        path + ".workers");
  }

  private void bounds(String path, LimitOptions adaptive) {
    if (adaptive.min() > adaptive.max()) {
      review.expect(
          path + ".max",
          adaptive.max(),
          "at least adaptive.min, " + review.show(path + ".min", adaptive.min()),
          path + ".min");
    } else if (adaptive.initial() < adaptive.min() || adaptive.initial() > adaptive.max()) {
      review.expect(
          path + ".initial",
          adaptive.initial(),
          "adaptive.min..adaptive.max, %d..%d".formatted(adaptive.min(), adaptive.max()),
          path + ".min",
          path + ".max");
    }
  }

  /** Of two backends it would follow the slower one, or whichever is called more. */
  private void oneBackend(String lane) {
    int first = -1;
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      if (!route.lane().equals(lane)) {
        continue;
      }
      BackendOptions backend = review.options().backends().get(route.backend());
      if (backend != null && backend.fanout() != null) {
        review.refuse(
            Review.route(i, "backend"),
            "%s is several backends, and the limit of lanes.%s follows one"
                    .formatted(route.backend(), lane)
                + " (expected: another; or a number as its limit)",
            Review.route(i, "lane"),
            "lanes." + lane + ".limit");
        return;
      }
      if (first < 0) {
        first = i;
      } else if (!route.backend().equals(review.routes().get(first).backend())) {
        review.refuse(
            Review.route(i, "backend"),
            "%s is the second backend of lanes.%s, whose limit follows one, that of %s"
                    .formatted(route.backend(), lane, Review.route(first))
                + " (expected: the same; or a lane of its own; or a number as its limit)",
            Review.route(i, "lane"),
            Review.route(first, "lane"),
            Review.route(first, "backend"),
            "lanes." + lane + ".limit");
        return;
      }
    }
  }
}
