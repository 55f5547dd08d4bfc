package io.sluice.config;

import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.FanoutOptions;
import io.sluice.edge.FanoutOptions.TargetOptions;
import io.sluice.exchange.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A fan-out leads to backends that are there, each of them once, and has nothing of its own. */
final class FanoutRules {
  /** What belongs to the backends it leads to. */
  private static final List<String> NOT_ITS_OWN =
      List.of("retry", "breaker", "balance", "ejection", "health", "slowStart", "tls", "protocol");

  private FanoutRules() {}

  static void check(Review review, String path, BackendOptions backend) {
    FanoutOptions fanout = backend.fanout();
    if (fanout == null) {
      return;
    }
    for (String key : NOT_ITS_OWN) {
      if (review.isWritten(path + "." + key)) {
        review.refuse(
            path + "." + key, "a fan-out calls nobody itself (expected: none)", path + ".fanout");
      }
    }
    targets(review, path + ".fanout.targets", fanout);
  }

  private static void targets(Review review, String path, FanoutOptions fanout) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < fanout.targets().size(); i++) {
      TargetOptions target = fanout.targets().get(i);
      String at = path + "[" + i + "]";
      if (!names.add(target.name())) {
        review.expect(at + ".name", target.name(), "a name that no other target has", at);
      }
      BackendOptions backend = review.options().backends().get(target.backend());
      if (backend == null || !backend.isProxied()) {
        review.expect(
            at + ".backend", target.backend(), "the name of a backend that has endpoints", at);
      }
    }
  }

  /** The kind says what the backend is, and the time of a route holds those of its targets. */
  static void routes(Review review) {
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      BackendOptions backend = review.options().backends().get(route.backend());
      if (backend == null) {
        continue;
      }
      boolean isFanout = backend.fanout() != null;
      if (isFanout != (route.kind() == Kind.FANOUT)) {
        review.expect(
            Review.route(i, "kind"),
            route.kind().code(),
            isFanout
                ? "fanout, as backends.%s is one".formatted(route.backend())
                : "another, as backends.%s is no fan-out".formatted(route.backend()),
            Review.route(i, "backend"));
      }
      if (backend.fanout() != null) {
        times(review, i, route, backend.fanout());
      }
    }
  }

  private static void times(Review review, int i, RouteOptions route, FanoutOptions fanout) {
    for (int t = 0; t < fanout.targets().size(); t++) {
      TargetOptions target = fanout.targets().get(t);
      String at = "backends.%s.fanout.targets[%d].timeout".formatted(route.backend(), t);
      if (target.timeout() != null && target.timeout().compareTo(route.timeout()) > 0) {
        review.expect(
            at,
            review.show(at, target.timeout()),
            "at most %s, %s"
                .formatted(
                    Review.route(i, "timeout"),
                    review.show(Review.route(i, "timeout"), route.timeout())),
            Review.route(i, "timeout"));
      }
    }
  }
}
