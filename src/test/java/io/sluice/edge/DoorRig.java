package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.TestGateway;
import io.sluice.admin.LoopLagProbe;
import io.sluice.admit.Lane;
import io.sluice.admit.ServiceTime;
import io.sluice.classify.RoutePlan;
import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.hint.Hints;
import io.sluice.journey.BackendPolicies;
import io.sluice.journey.Policies;
import io.sluice.journey.StreamSlots;
import io.sluice.observe.LoopLag;
import io.sluice.observe.Meters;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One front door before the scripted backend, put together by hand so that a test reaches its
 * parts.
 */
final class DoorRig implements AutoCloseable {
  final Lane lane;
  final BoundedExecutor executor;

  private final Vertx vertx = Vertx.vertx();
  private final FrontDoor door;
  private final AtomicReference<@Nullable Context> loop = new AtomicReference<>();

  /** A lane of {@code limit} before workers and a backlog that need not be enough for it. */
  DoorRig(int limit, int workers, int backlog) throws Exception {
    var options =
        TestGateway.options(
            """
            lanes: { main: { limit: %d, waiters: 8, workers: %d, backlog: %d } }
            backends: { main: { inProcess: scripted } }
            routes:
              - { name: all, path: /*, kind: read, tier: p0, lane: main, backend: main, timeout: 5s }
            """
                .formatted(limit, limit, limit));
    NanoClock clock = NanoClock.SYSTEM;
    lane = new Lane("main", options.lane("main"), clock.nanoTime());
    executor =
        new BoundedExecutor(new ExecutorOptions("main", workers, backlog), clock, RunListener.NONE);
    var meters = new Meters();
    var route = options.routes().getFirst();
    var plan =
        new DoorPlan(
            options.server(),
            options.backends(),
            Map.of("main", new ScriptedBackend()),
            Map.of(),
            Map.of("main", BackendPolicies.plain("main")),
            Map.of("main", executor),
            List.of(
                new DoorPlan.SharedRoute(
                    route,
                    new RoutePlan(route, _ -> Duration.ofMillis(50)),
                    new Policies(
                        lane,
                        new ServiceTime(),
                        new Hints(options.hints()),
                        Randomness.SYSTEM,
                        new StreamSlots(route.streams().max()),
                        BackendPolicies.plain("main")),
                    meters.route("all", "main", "main"))),
            Identity.of(Map.of(), options.jwt(), meters, clock),
            meters,
            null,
            new DoorState(1000),
            clock,
            Randomness.SYSTEM);
    door = new FrontDoor(plan, null, () -> loop.set(Vertx.currentContext()));
    vertx.deployVerticle(door).toCompletionStage().toCompletableFuture().get();
  }

  int port() {
    return door.port();
  }

  /** Measures the door's own event loop from now on. */
  LoopLag measureLag() {
    return measureLag(vertx, requireNonNull(loop.get()));
  }

  /** The lag of any event loop, for as long as its Vert.x lives. */
  static LoopLag measureLag(Vertx vertx, Context loop) {
    LoopLag lag = new Meters().loopLag(0);
    loop.runOnContext(_ -> LoopLagProbe.start(vertx, lag, NanoClock.SYSTEM));
    return lag;
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
    executor.shutdownNow();
  }
}
