package io.sluice.config;

import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.exchange.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A breaker can open, is not opened by one user alone, and stands where it helps. */
final class BreakerRules {
  /** The paths that health checks usually have. */
  private static final List<String> HEALTH =
      List.of("/health", "/healthz", "/livez", "/readyz", "/ping", "/status");

  private final Review review;

  private BreakerRules(Review review) {
    this.review = review;
  }

  static void check(Review review) {
    var rules = new BreakerRules(review);
    for (Map.Entry<String, BackendOptions> backend : review.options().backends().entrySet()) {
      BreakerOptions breaker = backend.getValue().breaker();
      if (breaker != null) {
        String path = "backends." + backend.getKey();
        rules.statuses(path + ".breaker.statuses", breaker);
        rules.opens(path + ".breaker", breaker);
        rules.outlastsAttempts(path + ".breaker", breaker, backend.getValue().retry().attempts());
        rules.probeCanFail(path, backend.getValue(), breaker);
        rules.isWorthIt(backend.getKey(), path + ".breaker");
      }
    }
  }

  /** As objects: a broken item is none of a number. */
  private void statuses(String path, BreakerOptions breaker) {
    List<?> written = breaker.statuses();
    for (int i = 0; i < written.size(); i++) {
      boolean known =
          written.get(i) instanceof Integer status
              && (status == 429 || (status >= 500 && status <= 599));
      if (!known) {
        review.expect(path + "[" + i + "]", written.get(i), "429, or a status from 500 to 599");
      }
    }
  }

  private void opens(String path, BreakerOptions breaker) {
    if (!breaker.canOpen()) {
      review.expect(
          path + ".failures",
          breaker.failures(),
          "at least 1; or a failureRate or slowRate, as nothing else opens it",
          path + ".failureRate",
          path + ".slowRate");
    }
  }

  /** Where attempts are counted, one user's request must never open it by itself. */
  private void outlastsAttempts(String path, BreakerOptions breaker, int attempts) {
    if (breaker.counts() != Counting.ATTEMPT) {
      return;
    }
    String expected = "at least %d, more than the attempts of one request".formatted(attempts + 1);
    if (breaker.failures() > 0 && breaker.failures() <= attempts) {
      review.expect(path + ".failures", breaker.failures(), expected, path + ".counts");
    }
    if (breaker.hasRates() && breaker.minimumCalls() <= attempts) {
      review.expect(
          path + ".minimumCalls",
          breaker.minimumCalls(),
          expected,
          path + ".counts",
          path + ".failureRate",
          path + ".slowRate");
    }
  }

  /** A probe that finds nobody should fail, not get lost. */
  private void probeCanFail(String path, BackendOptions backend, BreakerOptions breaker) {
    if (backend.inProcess() == null
        && breaker.probeTimeout().compareTo(backend.connectTimeout()) < 0) {
      String connect = path + ".connectTimeout";
      review.warn(
          path + ".breaker.probeTimeout",
          "a probe is lost before it can fail: it has %s, and connecting may take %s"
              .formatted(
                  review.show(path + ".breaker.probeTimeout", breaker.probeTimeout()),
                  review.show(connect, backend.connectTimeout())),
          connect);
    }
  }

  /** In front of cheap reads that come again anyway a breaker only makes a flicker last. */
  private void isWorthIt(String backend, String path) {
    List<RouteOptions> routes = review.routes();
    int[] here =
        IntStream.range(0, routes.size())
            .filter(i -> routes.get(i).backend().equals(backend))
            .toArray();
    if (here.length == 0 || IntStream.of(here).anyMatch(i -> !isCheap(routes.get(i)))) {
      return;
    }
    review.warn(
        path,
        "all that %s gets is cheap and comes again (%s): a breaker makes a flicker last"
            .formatted(backend, Review.route(here[0])),
        IntStream.of(here).mapToObj(i -> Review.route(i, "kind")).toArray(String[]::new));
  }

  private static boolean isCheap(RouteOptions route) {
    return route.kind() == Kind.REFRESH || HEALTH.stream().anyMatch(route.path()::endsWith);
  }
}
