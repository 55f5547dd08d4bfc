package io.sluice.plan;

import static java.util.Objects.requireNonNull;

import io.sluice.classify.RouteOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What is asked of one route.
 *
 * @param route as configured
 * @param rate requests a second, ≥ 0
 * @param serviceMillis how long one takes, as measured; &gt; 0
 */
public record RouteLoad(RouteOptions route, double rate, double serviceMillis) {
  public RouteLoad {
    if (!(serviceMillis > 0)) {
      throw new IllegalArgumentException(
          "--service-ms: %s for %s (expected: more than 0)".formatted(serviceMillis, route.name()));
    }
  }

  /**
   * One for each route; what is missing or unknown is an {@link IllegalArgumentException}.
   *
   * @param rate of each, or of all together
   * @param mix how one rate is divided
   * @param service of each, or the same for all
   */
  public static List<RouteLoad> of(
      Collection<RouteOptions> routes, PerRoute rate, PerRoute mix, PerRoute service) {
    List<String> names = routes.stream().map(RouteOptions::name).toList();
    var rates = rate.shared(names, mix);
    var times = service.each(names);
    var loads = new ArrayList<RouteLoad>();
    for (RouteOptions route : routes) {
      loads.add(
          new RouteLoad(
              route,
              requireNonNull(rates.get(route.name())),
              requireNonNull(times.get(route.name()))));
    }
    return loads;
  }
}
