package io.sluice.config;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.BackendOptions.Protocol;
import io.sluice.edge.FanoutOptions;
import io.sluice.edge.FanoutOptions.TargetOptions;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.exchange.Kind;
import io.sluice.retry.RetryOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A fan-out leads to backends that are there, each of them once, and has nothing of its own. */
final class FanoutRules {
  private FanoutRules() {}

  static void check(Review review, String path, BackendOptions backend) {
    FanoutOptions fanout = backend.fanout();
    if (fanout == null) {
      return;
    }
    for (String key : written(backend)) {
      review.refuse(
          path + "." + key, "a fan-out calls nobody itself (expected: none)", path + ".fanout");
    }
    targets(review, path + ".fanout.targets", fanout);
  }

  /** What belongs to the backends it leads to. */
  private static List<String> written(BackendOptions backend) {
    var keys = new ArrayList<String>();
    keep(keys, "protocol", backend.protocol() != Protocol.HTTP1);
    keep(keys, "tls", !backend.tls().equals(BackendTlsOptions.DEFAULT));
    keep(keys, "retry", !backend.retry().equals(RetryOptions.DEFAULT));
    keep(keys, "breaker", backend.breaker() != null);
    keep(keys, "balance", !backend.balance().equals(BalanceOptions.DEFAULT));
    keep(keys, "ejection", !backend.ejection().equals(EjectionOptions.DEFAULT));
    keep(keys, "health", backend.health() != null);
    keep(keys, "slowStart", !backend.slowStart().isZero());
    return keys;
  }

  private static void keep(List<String> keys, String key, boolean isWritten) {
    if (isWritten) {
      keys.add(key);
    }
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
