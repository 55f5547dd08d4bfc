package io.sluice.edge;

import io.sluice.classify.RoutePlan;
import io.sluice.journey.Policies;
import io.sluice.observe.RouteMeters;

/**
 * A route as one event loop runs it.
 *
 * @param plan what its requests are worth
 * @param policies what they are judged by; shared by all loops
 * @param backend who answers them; this loop's own
 * @param meters where they are counted; shared by all loops
 * @param log where they are told of
 */
record RouteRuntime(
    RoutePlan plan, Policies policies, Backend backend, RouteMeters meters, RequestLog log) {}
