package io.sluice.config;

import io.sluice.admit.LaneOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Map;

/** A backend is one thing, can be dialled, and has a connection for every permit. */
final class BackendRules {
  private static final String UNIX = "unix:";

  /** What an address of a socket holds on every system. */
  private static final int LONGEST_SOCKET_PATH = 103;

  private BackendRules() {}

  static void check(Review review) {
    for (Map.Entry<String, BackendOptions> backend : review.options().backends().entrySet()) {
      String path = "backends." + backend.getKey();
      oneKind(review, path, backend.getValue());
      endpoints(review, path, backend.getValue());
      pool(review, path, backend.getKey(), backend.getValue());
      BalanceRules.check(review, path, backend.getValue());
      FanoutRules.check(review, path, backend.getValue());
    }
  }

  private static void oneKind(Review review, String path, BackendOptions backend) {
    var kinds = new ArrayList<String>();
    if (!backend.endpoints().isEmpty()) {
      kinds.add("endpoints");
    }
    if (backend.inProcess() != null) {
      kinds.add("inProcess");
    }
    if (backend.fanout() != null) {
      kinds.add("fanout");
    }
    if (kinds.size() != 1) {
      review.refuse(
          path,
          kinds.isEmpty()
              ? "neither endpoints nor inProcess nor fanout (expected: one of them)"
              : String.join(" and ", kinds) + " (expected: one of them)",
          path + ".endpoints",
          path + ".inProcess",
          path + ".fanout");
    }
  }

  private static void endpoints(Review review, String path, BackendOptions backend) {
    for (int i = 0; i < backend.endpoints().size(); i++) {
      String endpoint = backend.endpoints().get(i);
      if (endpoint.startsWith(UNIX)) {
        if (endpoint.length() - UNIX.length() > LONGEST_SOCKET_PATH) {
          review.expect(
              path + ".endpoints[" + i + "]",
              endpoint,
              "unix: and a path of at most " + LONGEST_SOCKET_PATH + " bytes");
        }
      } else if (!isAddress(endpoint)) {
        review.expect(
            path + ".endpoints[" + i + "]",
            endpoint,
            "http://host:port or https://host:port, with a port of 1..65535");
      }
    }
  }

  private static boolean isAddress(String endpoint) {
    try {
      var uri = new URI(endpoint);
      return uri.getHost() != null
          && uri.getUserInfo() == null
          && (uri.getPort() == -1 || (uri.getPort() >= 1 && uri.getPort() <= 65535));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void pool(Review review, String path, String name, BackendOptions backend) {
    if (!review.isWritten(path + ".pool")) {
      return;
    }
    for (int i = 0; i < review.routes().size(); i++) {
      RouteOptions route = review.routes().get(i);
      LaneOptions lane = review.options().lanes().get(route.lane());
      if (route.backend().equals(name) && lane != null && backend.pool() < lane.largestLimit()) {
        String largest =
            "lanes." + route.lane() + (lane.enforcesMoves() ? ".adaptive.max" : ".limit");
        review.expect(
            path + ".pool",
            backend.pool(),
            "at least %s, %s".formatted(largest, review.show(largest, lane.largestLimit())),
            largest,
            "lanes." + route.lane() + ".limit",
            "lanes." + route.lane() + ".workers",
            Review.route(i, "lane"));
      }
    }
  }
}
