package io.sluice.edge;

import io.sluice.classify.RoutePlan;
import io.sluice.journey.Policies;
import io.sluice.observe.RouteMeters;
import org.jspecify.annotations.Nullable;

/**
 * A route as one event loop runs it.
 *
 * @param plan what its requests are worth
 * @param policies what they are judged by; shared by all loops
 * @param backend who answers them; this loop's own
 * @param meters where they are counted; shared by all loops
 * @param log where they are told of
 * @param memory what is remembered of them; shared by all loops
 * @param fallbacks what answers in the backend's place; null for nothing
 */
record RouteRuntime(
    RoutePlan plan,
    Policies policies,
    Backend backend,
    RouteMeters meters,
    RequestLog log,
    RouteMemory memory,
    @Nullable Fallbacks fallbacks) {

  /** A route with what it remembers. */
  static RouteRuntime of(DoorPlan.SharedRoute shared, Backend backend, RequestLog log) {
    RouteMemory memory = shared.memory();
    return new RouteRuntime(
        shared.plan(),
        shared.policies(),
        backend,
        shared.meters(),
        log,
        memory,
        Fallbacks.of(memory, backend, shared.meters()));
  }
}
