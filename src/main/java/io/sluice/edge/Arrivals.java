package io.sluice.edge;

import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Caller;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Tier;
import io.sluice.observe.Meters;
import io.sluice.observe.RouteMeters;
import io.sluice.time.Deadline;
import io.sluice.time.DeadlineHeader;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;

/**
 * Turns a request on a known route into the facts it will be judged by: identity, tier, deadline.
 * One instance per event loop.
 */
final class Arrivals {
  private static final CharSequence TIER = HttpHeaders.createOptimized("x-sluice-tier");
  private static final CharSequence ATTEMPT = HttpHeaders.createOptimized("x-sluice-attempt");
  static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("idempotency-key");

  private final RequestId ids;
  private final List<DeadlineField> deadlineFields;
  private final long maxDeadlineNanos;
  private final double usableShare;
  private final Meters meters;

  Arrivals(DoorPlan plan) {
    this.ids = new RequestId(plan.randomness());
    this.deadlineFields = plan.deadlineFields();
    this.maxDeadlineNanos = plan.server().maxDeadline().toNanos();
    this.usableShare = 1 - plan.server().deadlineMargin().fraction();
    this.meters = plan.meters();
  }

  /**
   * Whether its client has sent this before: it says so by an attempt count, or repeats the name it
   * has given it, an idempotency key or a request id.
   */
  static boolean isRepeated(HttpServerRequest request, RouteMeters meters) {
    MultiMap headers = request.headers();
    String key = headers.get(IDEMPOTENCY_KEY);
    String name = key == null ? headers.get(ProxyCall.REQUEST_ID) : key;
    boolean known = name != null && meters.sawBefore(hash(name, request));
    String attempt = headers.get(ATTEMPT);
    return known
        || (attempt != null && !attempt.equals("1") && Hygiene.declaredLength(attempt) > 1);
  }

  // One name may go through many requests of one errand; the same target twice is a repeat.
  private static long hash(String name, HttpServerRequest request) {
    long target = request.uri().hashCode() * 31L + request.method().name().hashCode();
    return ((long) name.hashCode() << Integer.SIZE) ^ target;
  }

  /**
   * The facts of a request.
   *
   * @param caller as far as it is known
   * @param deadline what {@link #deadline} has made of it
   * @param nowNanos when it arrived
   */
  Exchange classify(
      HttpServerRequest request, RoutePlan route, Caller caller, Deadline deadline, long nowNanos) {
    MultiMap headers = request.headers();
    Tier tier = route.tier(headers.get(TIER), caller);
    return new Exchange(
        ids.of(headers.get(ProxyCall.REQUEST_ID), caller.namesRequests()),
        route.name(),
        route.lane(),
        tier,
        route.kind(),
        route.idempotence(request.method().name(), headers.contains(IDEMPOTENCY_KEY)),
        deadline,
        nowNanos,
        caller);
  }

  /** By when a request that arrives now must be answered; to be asked for once. */
  Deadline deadline(HttpServerRequest request, RoutePlan route, long nowNanos) {
    return Deadline.after(budgetNanos(request.headers(), route), nowNanos);
  }

  /** The smallest of server, route and caller; of the caller's time a margin is kept back. */
  private long budgetNanos(MultiMap headers, RoutePlan route) {
    long budgetNanos = Math.min(maxDeadlineNanos, route.timeoutNanos());
    for (DeadlineField field : deadlineFields) {
      String value = headers.get(field.name());
      if (value == null) {
        continue;
      }
      long givenNanos = field.header().parseNanos(value);
      if (givenNanos == DeadlineHeader.JUNK) {
        meters.junkDeadlineHeader();
      } else {
        budgetNanos = Math.min(budgetNanos, (long) (givenNanos * usableShare));
      }
    }
    return budgetNanos;
  }
}
