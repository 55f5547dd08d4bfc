package io.sluice.config;

import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.exchange.Kind;

/** Work is only ever thrown away where its loss was chosen, can be counted and hurts nobody. */
final class OverflowRules {
  private OverflowRules() {}

  static void check(Review review) {
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      switch (route.overflow()) {
        case ABORT -> {}
        case CALLER_RUNS ->
            review.expect(
                Review.route(i, "overflow"),
                route.overflow(),
                "abort, discard or discard-oldest; the submitter is an event loop, which never does"
                    + " the work itself");
        case DISCARD, DISCARD_OLDEST -> discarding(review, i, route);
      }
    }
  }

  private static void discarding(Review review, int index, RouteOptions route) {
    String backend = Review.route(index, "backend");
    BackendOptions target = review.options().backends().get(route.backend());
    if (route.kind() == Kind.WRITE || route.kind() == Kind.PATIENT) {
      expect(
          review, index, "abort, as what a %s route accepts must be done".formatted(word(route)));
    } else if (target != null && target.inProcess() == null) {
      String fields = "backends." + route.backend();
      expect(
          review,
          index,
          "abort, as backends." + route.backend() + " is not inProcess",
          backend,
          fields + ".inProcess",
          fields + ".endpoints");
    } else if (route.overflow() == Overflow.DISCARD_OLDEST && route.kind() == Kind.ASYNC) {
      expect(review, index, "abort or discard, as order matters on an async route");
    } else {
      sharing(review, index, route);
    }
  }

  /** Discarding work takes workers' places without permits, which others on its lane rely on. */
  private static void sharing(Review review, int index, RouteOptions route) {
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions other = review.routes().get(i);
      if (other.overflow() == Overflow.ABORT && other.lane().equals(route.lane())) {
        review.expect(
            Review.route(index, "lane"),
            route.lane(),
            "a lane of its own, as %s counts on all its places".formatted(Review.route(i)),
            Review.route(index, "overflow"),
            Review.route(i, "overflow"),
            Review.route(i, "lane"));
        return;
      }
    }
  }

  private static String word(RouteOptions route) {
    return route.kind().code();
  }

  private static void expect(Review review, int index, String expected, String... alsoLookedAt) {
    String kind = Review.route(index, "kind");
    if (!review.isBroken(kind)) {
      String path = Review.route(index, "overflow");
      review.expect(path, review.routes().get(index).overflow(), expected, alsoLookedAt);
    }
  }
}
