package io.sluice.config;

import io.sluice.classify.RouteOptions;
import io.sluice.edge.FanoutOptions;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Routes name lanes and backends that exist, and none of those exists for nothing. */
final class ReferenceRules {
  private final Review review;
  private final Set<String> usedLanes = new HashSet<>();
  private final Set<String> usedBackends = new HashSet<>();

  private ReferenceRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new ReferenceRules(review);
    for (int i = 0; i < review.routes().size(); i++) {
      rules.references(i, review.routes().get(i));
    }
    rules.unused();
  }

  private void references(int index, RouteOptions route) {
    Set<String> lanes = review.options().lanes().keySet();
    Set<String> backends = review.options().backends().keySet();
    String lane = named("lane", Review.route(index, "lane"), route.lane(), lanes);
    String backend = named("backend", Review.route(index, "backend"), route.backend(), backends);
    if (lane != null) {
      usedLanes.add(lane);
    }
    if (backend != null) {
      usedBackends.add(backend);
      FanoutOptions fanout = review.options().backend(backend).fanout();
      if (fanout != null) {
        fanout.targets().forEach(target -> usedBackends.add(target.backend()));
      }
    }
  }

  /** The name if it exists, else the one that was probably meant. */
  private @Nullable String named(String what, String path, String name, Set<String> known) {
    if (known.contains(name)) {
      return name;
    }
    String nearest = Nearest.to(name, known);
    if (!known.isEmpty()) { // else that is the fault
      String shown = review.show(path, name);
      review.refuse(
          path, "no %s is called %s (%s)".formatted(what, shown, Nearest.advice(nearest, known)));
    }
    return nearest;
  }

  private void unused() {
    for (String lane : review.options().lanes().keySet()) {
      if (!usedLanes.contains(lane)) {
        review.refuse("lanes." + lane, "no route uses it (expected: at least one)");
      }
    }
    for (String backend : review.options().backends().keySet()) {
      if (!usedBackends.contains(backend)) {
        review.warn("backends." + backend, "no route uses it");
      }
    }
  }
}
