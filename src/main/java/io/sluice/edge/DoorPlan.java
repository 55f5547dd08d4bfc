package io.sluice.edge;

import io.sluice.accesslog.AccessLog;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.classify.StreamOptions;
import io.sluice.dispatch.BoundedExecutor;
import io.sluice.journey.BackendPolicies;
import io.sluice.journey.Policies;
import io.sluice.observe.Meters;
import io.sluice.observe.RouteMeters;
import io.sluice.spi.BlockingBackend;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that the front doors of one gateway share: immutable itself, and everything in it may be used
 * by every event loop at once.
 *
 * @param server the listener's options
 * @param backends by name; pool sizes filled in
 * @param inProcess blocking backends by backend name
 * @param instances of the backends that have endpoints, by backend name
 * @param calls what calls are judged by, by backend name
 * @param executors workers by lane name
 * @param routes in order of precedence
 * @param identity who is who
 * @param meters what is counted
 * @param accessLog where every request is told of; null if nowhere
 * @param state what is open
 * @param clock the machine's
 * @param randomness the machine's
 */
public record DoorPlan(
    ServerOptions server,
    Map<String, BackendOptions> backends,
    Map<String, BlockingBackend> inProcess,
    Map<String, Instances> instances,
    Map<String, BackendPolicies> calls,
    Map<String, BoundedExecutor> executors,
    List<SharedRoute> routes,
    Identity identity,
    Meters meters,
    @Nullable AccessLog accessLog,
    DoorState state,
    NanoClock clock,
    Randomness randomness) {

  /**
   * A route and what all loops share of it.
   *
   * @param options as configured
   * @param plan what its requests are worth
   * @param policies what they are judged by
   * @param meters where they are counted
   * @param memory what is remembered of them
   */
  public record SharedRoute(
      RouteOptions options,
      RoutePlan plan,
      Policies policies,
      RouteMeters meters,
      RouteMemory memory) {
    /** A route that remembers nothing. */
    public SharedRoute(
        RouteOptions options, RoutePlan plan, Policies policies, RouteMeters meters) {
      this(options, plan, policies, meters, RouteMemory.NONE);
    }
  }

  /** What is said of streams, by route. */
  Map<String, StreamOptions> streams() {
    return routes.stream()
        .map(SharedRoute::options)
        .collect(Collectors.toMap(RouteOptions::name, RouteOptions::streams));
  }

  /** How many streams there may be to a backend. */
  int streamsTo(String backend) {
    return routes.stream()
        .map(SharedRoute::options)
        .filter(route -> route.backend().equals(backend))
        .mapToInt(route -> route.streams().max())
        .sum();
  }

  List<DeadlineField> deadlineFields() {
    return server.deadlineHeaders().stream().map(DeadlineField::of).toList();
  }
}
