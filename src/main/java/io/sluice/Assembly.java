package io.sluice;

import static java.util.Objects.requireNonNull;

import io.sluice.admin.GatewayMetrics;
import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.ServiceTime;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.config.GatewayOptions;
import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.Counts;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.DoorPlan;
import io.sluice.edge.DoorState;
import io.sluice.edge.Identity;
import io.sluice.exchange.Tier;
import io.sluice.hint.Hints;
import io.sluice.journey.Policies;
import io.sluice.observe.Meters;
import io.sluice.observe.WorkerGauges;
import io.sluice.spi.BlockingBackend;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** The parts of a gateway that all its event loops share, put together from its options. */
final class Assembly {
  private final GatewayOptions options;
  private final NanoClock clock;
  private final Meters meters;
  private final Map<String, Lane> lanes = new LinkedHashMap<>();
  private final Map<String, BoundedExecutor> executors = new LinkedHashMap<>();
  private final Map<String, BlockingBackend> inProcess = new HashMap<>();
  private final Identity identity;
  private final DoorPlan plan;

  Assembly(GatewayOptions options, Meters meters, NanoClock clock, Randomness randomness)
      throws StartFailure {
    this.options = options;
    this.clock = clock;
    this.meters = meters;
    options.lanes().forEach(this::addLane);
    for (Map.Entry<String, BackendOptions> backend : options.backends().entrySet()) {
      String wanted = backend.getValue().inProcess();
      if (wanted != null) {
        inProcess.put(backend.getKey(), started(wanted));
      }
    }
    this.identity = identity(options, meters, clock);
    this.plan =
        new DoorPlan(
            options.server(),
            options.backends(),
            inProcess,
            executors,
            routes(randomness),
            identity,
            meters,
            new DoorState(
                options.server().maxConnections(), options.server().maxConnectionsPerClient()),
            clock,
            randomness);
  }

  private static Identity identity(GatewayOptions options, Meters meters, NanoClock clock)
      throws StartFailure {
    try {
      return Identity.of(options.callers(), options.jwt(), meters, clock);
    } catch (IOException e) {
      throw new StartFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private void addLane(String name, LaneOptions lane) {
    lanes.put(name, new Lane(name, lane, clock.nanoTime()));
    if (lane.workers() > 0) {
      var size = new ExecutorOptions(name, lane.workers(), lane.backlog());
      executors.put(name, new BoundedExecutor(size, clock, RunListener.NONE));
    }
  }

  private static BlockingBackend started(String name) throws StartFailure {
    var known = new ArrayList<String>();
    for (BlockingBackend backend : ServiceLoader.load(BlockingBackend.class)) {
      known.add(backend.name());
      if (backend.name().equals(name)) {
        try {
          backend.start();
          return backend;
        } catch (Exception e) {
          throw new StartFailure("in-process backend " + name + " failed to start: " + e, e);
        }
      }
    }
    throw new StartFailure(
        "no in-process backend named %s on the class path (known: %s)"
            .formatted(name, String.join(", ", known)));
  }

  private List<DoorPlan.SharedRoute> routes(Randomness randomness) {
    var hints = new Hints(options.hints());
    var routes = new ArrayList<DoorPlan.SharedRoute>();
    for (RouteOptions route : options.routes()) {
      Lane lane = requireNonNull(lanes.get(route.lane()));
      LaneOptions.Tiers tiers = requireNonNull(options.lanes().get(route.lane())).tiers();
      routes.add(
          new DoorPlan.SharedRoute(
              route,
              new RoutePlan(route, tier -> maxWait(tiers, tier)),
              new Policies(lane, new ServiceTime(), hints, randomness),
              meters.route(route.name(), route.lane(), route.backend())));
    }
    return routes;
  }

  private static Duration maxWait(LaneOptions.Tiers tiers, Tier tier) {
    return switch (tier) {
      case P0 -> tiers.p0().maxWait();
      case P1 -> tiers.p1().maxWait();
      case P2 -> tiers.p2().maxWait();
    };
  }

  DoorPlan plan() {
    return plan;
  }

  void export(GatewayMetrics metrics) {
    lanes.values().forEach(metrics::lane);
    executors.forEach((lane, executor) -> metrics.workers(lane, new Workers(lane, executor)));
  }

  private final class Workers implements WorkerGauges {
    private final int workers;
    private final BoundedExecutor executor;

    Workers(String lane, BoundedExecutor executor) {
      this.workers = requireNonNull(options.lanes().get(lane)).workers();
      this.executor = executor;
    }

    @Override
    public int workers() {
      return workers;
    }

    @Override
    public int running() {
      return counts().running();
    }

    @Override
    public int queued() {
      return counts().queued();
    }

    @Override
    public long rejected() {
      return counts().rejected();
    }

    private Counts counts() {
      return executor.counts();
    }
  }

  /** Ends the workers, then the blocking backends; blocks for at most the patience per lane. */
  void close(Duration patience) throws InterruptedException {
    identity.close(patience);
    for (BoundedExecutor executor : executors.values()) {
      executor.close(patience);
    }
    for (BlockingBackend backend : inProcess.values()) {
      backend.close();
    }
  }
}
