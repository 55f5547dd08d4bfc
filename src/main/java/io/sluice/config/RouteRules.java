package io.sluice.config;

import io.sluice.classify.RouteOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Each route has a name of its own and requests of its own. */
final class RouteRules {
  private RouteRules() {}

  static void check(Review review) {
    names(review);
    for (int i = 0; i < review.routes().size(); i++) {
      parameters(review, i);
      reachable(review, i);
    }
  }

  private static void names(Review review) {
    var firstOf = new HashMap<String, Integer>();
    for (int i = 0; i < review.routes().size(); i++) {
      String path = Review.route(i, "name");
      String name = review.routes().get(i).name();
      Integer first = firstOf.putIfAbsent(name, i);
      if (first != null) {
        review.expect(path, name, "a name of its own; " + Review.route(first) + " has this one");
      }
    }
  }

  private static void parameters(Review review, int index) {
    String written = review.routes().get(index).path();
    PathPattern.repeatedParameter(written)
        .ifPresent(
            twice ->
                review.expect(
                    Review.route(index, "path"), written, "each parameter once, not " + twice));
  }

  /** Whether anything is left for a route after all that earlier ones take. */
  private static void reachable(Review review, int index) {
    RouteOptions route = review.routes().get(index);
    if (review.isBroken(Review.route(index, "path"))) {
      return;
    }
    PathPattern pattern = PathPattern.parse(route.path());
    Set<String> left = new HashSet<>(route.methods());
    boolean anythingLeft = true;
    List<String> takers = new ArrayList<>();
    for (int i = 0; i < index && anythingLeft; i++) {
      RouteOptions earlier = review.routes().get(i);
      boolean takes =
          !review.isBroken(Review.route(i, "path"))
              && !review.isBroken(Review.route(i, "methods"))
              && PathPattern.parse(earlier.path()).covers(pattern);
      if (takes && (earlier.methods().isEmpty() || left.removeAll(earlier.methods()))) {
        takers.add(Review.route(i) + " (" + review.show(Review.route(i, "path"), "") + ")");
        anythingLeft = !earlier.methods().isEmpty() && !left.isEmpty();
      }
    }
    if (!anythingLeft) {
      review.refuse(
          Review.route(index, "path"),
          "%s is never reached: %s before it take%s every request"
              .formatted(
                  review.show(Review.route(index, "path"), route.path()),
                  String.join(" and ", takers),
                  takers.size() == 1 ? "s" : ""),
          Review.route(index, "methods"));
    }
  }
}
