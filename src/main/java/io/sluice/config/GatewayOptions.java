package io.sluice.config;

import io.sluice.accesslog.AccessLogOptions;
import io.sluice.admin.AdminOptions;
import io.sluice.admit.LaneOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.ServerOptions;
import io.sluice.hint.HintOptions;
import io.sluice.options.Key;
import io.sluice.retry.BudgetOptions;
import io.sluice.trust.CallerOptions;
import io.sluice.trust.JwtOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Everything a gateway is told: the root of the configuration file.
 *
 * @param server the front door
 * @param admin the operator's listener
 * @param accessLog one line for every request
 * @param hints what refused clients are told
 * @param callers who shows an API key, by name
 * @param jwt which tokens are good
 * @param retryBudget how many retries there may be at all backends together
 * @param lanes bulkheads by name, in the file's order
 * @param backends who answers, by name, in the file's order; each pool left out is the largest
 *     limit of the lanes that feed the backend
 * @param routes in the file's order: the first that matches takes the request
 */
public record GatewayOptions(
    @Key(value = "The front door.", optional = true) ServerOptions server,
    @Key(value = "The operator's listener.", optional = true) AdminOptions admin,
    @Key(value = "One line for every request.", optional = true) AccessLogOptions accessLog,
    @Key(value = "What refused clients are told.", optional = true) HintOptions hints,
    @Key(
            value = "Who shows an API key, by name.",
            optional = true,
            min = "0",
            max = "100",
            pattern = NAME,
            expected = NAME_IN_WORDS)
        Map<String, CallerOptions> callers,
    @Key(value = "Which tokens are good.", optional = true) JwtOptions jwt,
    @Key(value = "How many retries there may be at all backends together.", optional = true)
        BudgetOptions retryBudget,
    @Key(
            value = "Bulkheads by name.",
            min = "1",
            max = "100",
            pattern = NAME,
            expected = NAME_IN_WORDS)
        Map<String, LaneOptions> lanes,
    @Key(
            value = "Who answers, by name.",
            min = "1",
            max = "100",
            pattern = NAME,
            expected = NAME_IN_WORDS)
        Map<String, BackendOptions> backends,
    @Key(
            value = "Which requests go where; the first route that matches takes the request.",
            min = "1",
            max = "1000")
        List<RouteOptions> routes) {

  static final String NAME = "[a-z0-9][a-z0-9-]{0,62}";
  static final String NAME_IN_WORDS = "a name of up to 63 lower-case letters, digits and dashes";

  public GatewayOptions {
    callers = Collections.unmodifiableMap(new LinkedHashMap<>(callers));
    lanes = Collections.unmodifiableMap(new LinkedHashMap<>(lanes));
    routes = List.copyOf(routes);
    backends = withPools(backends, routes, lanes);
  }

  /** The lane of that name; one that does not exist is an {@link IllegalArgumentException}. */
  public LaneOptions lane(String name) {
    return known(name, lanes.get(name));
  }

  /** The backend of that name; one that does not exist is an {@link IllegalArgumentException}. */
  public BackendOptions backend(String name) {
    return known(name, backends.get(name));
  }

  private static <T> T known(String name, @Nullable T options) {
    if (options == null) {
      throw new IllegalArgumentException(name + " does not exist");
    }
    return options;
  }

  private static Map<String, BackendOptions> withPools(
      Map<String, BackendOptions> backends,
      List<RouteOptions> routes,
      Map<String, LaneOptions> lanes) {
    var resolved = new LinkedHashMap<>(backends);
    backends.forEach(
        (name, written) -> {
          if (written.pool() == Key.LEFT_OUT) {
            resolved.put(name, written.withPool(limitsOfLanesTo(name, backends, routes, lanes)));
          }
        });
    return Collections.unmodifiableMap(resolved);
  }

  /** All of a backend's lanes may be full at once. */
  private static int limitsOfLanesTo(
      String backend,
      Map<String, BackendOptions> backends,
      List<RouteOptions> routes,
      Map<String, LaneOptions> lanes) {
    int sum =
        routes.stream()
            .filter(route -> leadsTo(backend, route, backends))
            .map(RouteOptions::lane)
            .distinct()
            .map(lanes::get)
            .filter(Objects::nonNull)
            .mapToInt(LaneOptions::largestLimit)
            .sum();
    return sum == 0 ? Key.LEFT_OUT : sum;
  }

  /** Whether its requests are calls of that backend, be it as one target of several. */
  private static boolean leadsTo(
      String backend, RouteOptions route, Map<String, BackendOptions> backends) {
    BackendOptions direct = backends.get(route.backend());
    return route.backend().equals(backend)
        || (direct != null
            && direct.fanout() != null
            && direct.fanout().targets().stream()
                .anyMatch(target -> target.backend().equals(backend)));
  }
}
