package io.sluice.edge;

import io.sluice.classify.Auth;
import io.sluice.classify.RouteOptions;
import io.sluice.exchange.Caller;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.time.Deadline;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * From the router to what a route does with a request: who sent it, whether they may, its facts.
 */
final class Admission {
  private final LoopContext loop;
  private final DoorState door;
  private final RouteRuntime runtime;
  private final Arrivals arrivals;

  /** Null for a route that asks its callers for nothing. */
  private final @Nullable Gate gate;

  /** Null for a route that remembers no idempotency keys. */
  private final @Nullable IdempotencyGate keys;

  /** Takes what is let in, in the place of a {@link Flow}; null if there is none. */
  private final @Nullable Telemetry telemetry;

  Admission(
      LoopContext loop,
      DoorPlan plan,
      RouteOptions route,
      RouteRuntime runtime,
      Arrivals arrivals) {
    this(
        loop,
        plan.state(),
        runtime,
        arrivals,
        route.auth() == Auth.NONE ? null : new Gate(loop, plan.state(), plan.identity(), route),
        IdempotencyGate.of(loop, plan, runtime),
        null);
  }

  private Admission(
      LoopContext loop,
      DoorState door,
      RouteRuntime runtime,
      Arrivals arrivals,
      @Nullable Gate gate,
      @Nullable IdempotencyGate keys,
      @Nullable Telemetry telemetry) {
    this.loop = loop;
    this.door = door;
    this.runtime = runtime;
    this.arrivals = arrivals;
    this.gate = gate;
    this.keys = keys;
    this.telemetry = telemetry;
  }

  /** The same for a route whose work may be lost. */
  Admission to(Telemetry takes) {
    return new Admission(loop, door, runtime, arrivals, gate, keys, takes);
  }

  /**
   * Takes a request from the router.
   *
   * @param peer who its connection is from
   */
  void take(HttpServerRequest request, Caller peer) {
    long arrivedNanos = loop.now();
    if (RequestBody.isAnnounced(request)) {
      request.pause(); // until someone takes it
    }
    if (!peer.forwards()) {
      request.headers().remove(Gate.CALLER); // only we say who that is
    }
    Deadline deadline = arrivals.deadline(request, runtime.plan(), arrivedNanos);
    if (gate == null) {
      begin(request, classify(request, peer, deadline, arrivedNanos), arrivedNanos);
      return;
    }
    gate.ask(
        request,
        deadline,
        new Gate.Verdict() {
          @Override
          public void let(Caller caller) {
            begin(
                request,
                classify(request, caller.through(peer), deadline, arrivedNanos),
                loop.now());
          }

          @Override
          public void refuse(Reason reason) {
            flow(request, classify(request, peer, deadline, arrivedNanos)).refuse(reason);
          }
        });
  }

  private void begin(HttpServerRequest request, Exchange exchange, long nowNanos) {
    if (telemetry != null) {
      telemetry.take(request, exchange);
    } else if (keys != null && keys.isFor(request, exchange)) {
      keys.take(request, exchange, nowNanos, this::flow);
    } else {
      flow(request, exchange).begin(nowNanos);
    }
  }

  private Exchange classify(
      HttpServerRequest request, Caller caller, Deadline deadline, long arrivedNanos) {
    return arrivals.classify(request, runtime.plan(), caller, deadline, arrivedNanos);
  }

  private Flow flow(HttpServerRequest request, Exchange exchange) {
    return new Flow(loop, door, runtime, request, exchange);
  }
}
