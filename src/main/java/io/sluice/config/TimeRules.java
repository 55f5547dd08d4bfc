package io.sluice.config;

import static io.sluice.options.TimeText.write;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import java.time.Duration;

/** Every part of a request's time fits into what is left of the whole. */
final class TimeRules {
  private final Review review;

  private TimeRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new TimeRules(review);
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      rules.insideServersMaximum(i, route);
      rules.waits(i, route);
    }
    review
        .options()
        .lanes()
        .forEach(
            (name, lane) ->
                rules.neverWaits("lanes." + name + ".tiers.p2.wait", lane.tiers().p2().maxWait()));
    review.options().backends().forEach(rules::connects);
  }

  private void insideServersMaximum(int index, RouteOptions route) {
    Duration most = review.options().server().maxDeadline();
    if (route.timeout().compareTo(most) > 0) {
      review.expect(
          timeout(index),
          route.timeout(),
          "at most server.maxDeadline, " + review.show("server.maxDeadline", most),
          "server.maxDeadline");
    }
  }

  /** A wait above half of what a request has leaves too little for the work itself. */
  private void waits(int index, RouteOptions route) {
    String own = Review.route(index, "wait");
    if (route.effectiveTier() == Tier.P2) {
      if (route.maxWait() != null) {
        String why = Review.route(index, route.tier() == null ? "kind" : "tier");
        neverWaits(own, route.maxWait(), why, Review.route(index, "tier"));
      }
      return;
    }
    LaneOptions lane = review.options().lanes().get(route.lane());
    if (route.kind() == Kind.PATIENT || lane == null) {
      return; // a patient request waits for half of what is left by definition
    }
    String tierPath = "lanes." + route.lane() + ".tiers." + route.effectiveTier().code() + ".wait";
    Duration wait = route.effectiveWait(tier(lane, route.effectiveTier()).maxWait());
    Duration half = route.timeout().dividedBy(2);
    if (wait.compareTo(half) <= 0) {
      return;
    }
    if (route.maxWait() != null) {
      String expected = "at most half the route's timeout, " + write(half);
      review.expect(own, wait, expected, timeAndTier(index));
    } else if (!review.isBroken(tierPath)) {
      String expected = "at least " + write(wait.multipliedBy(2)) + ", twice " + tierPath;
      review.expect(timeout(index), route.timeout(), expected, timeAndTier(index));
    }
  }

  private static String[] timeAndTier(int index) {
    return new String[] {
      timeout(index),
      Review.route(index, "tier"),
      Review.route(index, "kind"),
      Review.route(index, "lane"),
      Review.route(index, "wait")
    };
  }

  private void neverWaits(String path, Duration wait, String... alsoLookedAt) {
    if (!wait.isZero()) {
      review.expect(path, wait, "0ms, as P2 never waits", alsoLookedAt);
    }
  }

  /** Else connecting alone may take all the time of the briefest route. */
  private void connects(String name, BackendOptions backend) {
    int briefest = -1;
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      boolean briefer =
          briefest < 0 || route.timeout().compareTo(review.routes().get(briefest).timeout()) < 0;
      if (route.backend().equals(name) && briefer && !review.isBroken(timeout(i))) {
        briefest = i;
      }
    }
    if (briefest < 0 || !backend.isProxied()) {
      return;
    }
    Duration available = review.routes().get(briefest).timeout();
    if (backend.connectTimeout().compareTo(available) >= 0) {
      review.expect(
          "backends." + name + ".connectTimeout",
          backend.connectTimeout(),
          "less than " + timeout(briefest) + ", " + review.show(timeout(briefest), available),
          Review.route(briefest, "backend"));
    }
  }

  private static String timeout(int index) {
    return Review.route(index, "timeout");
  }

  private static TierOptions tier(LaneOptions lane, Tier tier) {
    return switch (tier) {
      case P0 -> lane.tiers().p0();
      case P1 -> lane.tiers().p1();
      case P2 -> lane.tiers().p2();
    };
  }
}
