package io.sluice;

import static java.util.Objects.requireNonNull;

import io.sluice.accesslog.AccessLog;
import io.sluice.accesslog.AccessLogOptions;
import io.sluice.admin.GatewayMetrics;
import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.ServiceTime;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.config.GatewayOptions;
import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.DoorPlan;
import io.sluice.edge.DoorState;
import io.sluice.edge.HealthChecker;
import io.sluice.edge.Identity;
import io.sluice.edge.Instances;
import io.sluice.exchange.Tier;
import io.sluice.hint.Hints;
import io.sluice.journey.Policies;
import io.sluice.journey.StreamSlots;
import io.sluice.observe.Meters;
import io.sluice.spi.BlockingBackend;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.sluice.time.WallClock;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The parts of a gateway that all its event loops share, put together from its options. */
final class Assembly {
  private static final System.Logger LOG = System.getLogger("io.sluice");

  private final GatewayOptions options;
  private final NanoClock clock;
  private final Meters meters;
  private final Map<String, Lane> lanes = new LinkedHashMap<>();
  private final CallPolicies calls;
  private final Map<String, BoundedExecutor> executors = new LinkedHashMap<>();
  private final Map<String, BlockingBackend> inProcess = new HashMap<>();
  private final Map<String, Instances> instances = new LinkedHashMap<>();
  private final @Nullable AccessLog accessLog;
  private @Nullable Identity identity;
  private final DoorPlan plan;

  Assembly(GatewayOptions options, Meters meters, NanoClock clock, Randomness randomness)
      throws StartFailure {
    this.options = options;
    this.clock = clock;
    this.meters = meters;
    this.calls = new CallPolicies(options, new BreakerLog(LOG::log), clock.nanoTime());
    this.accessLog = openAccessLog(options.accessLog(), clock);
    try {
      Identity known = identity(options, meters, clock);
      identity = known;
      options.lanes().forEach(this::addLane);
      options.backends().forEach(this::addInstances);
      startInProcess();
      this.plan = plan(known, randomness);
    } catch (StartFailure | RuntimeException failure) {
      giveUp();
      throw failure;
    }
  }

  private DoorPlan plan(Identity known, Randomness randomness) throws StartFailure {
    return new DoorPlan(
        options.server(),
        options.backends(),
        inProcess,
        instances,
        calls.byBackend(),
        executors,
        routes(randomness),
        known,
        meters,
        accessLog,
        new DoorState(
            options.server().maxConnections(), options.server().maxConnectionsPerClient()),
        clock,
        randomness);
  }

  /** Nothing has been asked of its parts yet, so that none of them takes its time. */
  private void giveUp() {
    try {
      close(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Identity identity(GatewayOptions options, Meters meters, NanoClock clock)
      throws StartFailure {
    try {
      return Identity.of(options.callers(), options.jwt(), meters, clock);
    } catch (IOException e) {
      throw new StartFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static @Nullable AccessLog openAccessLog(AccessLogOptions options, NanoClock clock)
      throws StartFailure {
    if (options.isOff()) {
      return null;
    }
    try {
      return AccessLog.open(options, clock, WallClock.SYSTEM);
    } catch (IOException e) {
      throw new StartFailure(
          "accessLog.file: %s cannot be written: %s".formatted(options.file(), why(e)), e);
    }
  }

  // The message of most of these is the path, and their name says what is wrong with it.
  private static String why(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "its folder does not exist";
      case AccessDeniedException _ -> "permission denied";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }

  private void startInProcess() throws StartFailure {
    for (Map.Entry<String, BackendOptions> backend : options.backends().entrySet()) {
      String wanted = backend.getValue().inProcess();
      if (wanted != null) {
        inProcess.put(backend.getKey(), started(wanted));
      }
    }
  }

  private void addLane(String name, LaneOptions lane) {
    var moves = new MoveLog(lane.enforcesMoves(), line -> LOG.log(System.Logger.Level.INFO, line));
    lanes.put(name, new Lane(name, lane, moves, clock.nanoTime()));
    if (lane.workers() > 0) {
      var size = new ExecutorOptions(name, lane.workers(), lane.backlog());
      executors.put(name, new BoundedExecutor(size, clock, RunListener.NONE));
    }
  }

  private void addInstances(String name, BackendOptions backend) {
    if (backend.isProxied()) {
      var log = new FleetLog(name, line -> LOG.log(System.Logger.Level.WARNING, line));
      instances.put(name, new Instances(name, backend, log));
    }
  }

  /** Has the endpoints checked that are to be, from now on and as long as this Vert.x lives. */
  void checkHealth(Vertx vertx, Randomness randomness) {
    instances.forEach(
        (name, all) -> HealthChecker.start(vertx, options.backend(name), all, clock, randomness));
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

  private List<DoorPlan.SharedRoute> routes(Randomness randomness) throws StartFailure {
    var hints = new Hints(options.hints());
    var memories = new RouteMemories(options.routes(), clock);
    var routes = new ArrayList<DoorPlan.SharedRoute>();
    for (RouteOptions route : options.routes()) {
      Lane lane = requireNonNull(lanes.get(route.lane()));
      LaneOptions.Tiers tiers = requireNonNull(options.lanes().get(route.lane())).tiers();
      routes.add(
          new DoorPlan.SharedRoute(
              route,
              new RoutePlan(route, tier -> maxWait(tiers, tier)),
              new Policies(
                  lane,
                  new ServiceTime(),
                  hints,
                  randomness,
                  new StreamSlots(route.streams().max()),
                  calls.of(route.backend())),
              meters.route(route.name(), route.lane(), route.backend()),
              memories.of(route)));
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
    instances.values().forEach(backend -> metrics.fleet(backend.fleet()));
    calls.breakers().forEach(metrics::breaker);
    calls.budgets().forEach(metrics::budget);
    metrics.globalBudget(calls.globalBudget());
    executors.forEach((lane, executor) -> metrics.workers(lane, workers(lane, executor)));
    if (accessLog != null) {
      metrics.accessLog(accessLog);
    }
  }

  private LaneWorkers workers(String lane, BoundedExecutor executor) {
    return new LaneWorkers(options.lane(lane).workers(), executor);
  }

  /** The access log's file has been renamed. */
  void reopenAccessLog() {
    if (accessLog != null) {
      accessLog.reopen();
    }
  }

  /**
   * Ends the workers, then the blocking backends, then the verifier of tokens and the access log,
   * each whatever became of the others; blocks for at most the patience per lane and for the
   * verifier, and a little for the log.
   */
  void close(Duration patience) throws InterruptedException {
    try {
      for (BoundedExecutor executor : executors.values()) {
        executor.close(patience);
      }
    } finally {
      inProcess.forEach(Assembly::close);
      if (identity != null) {
        identity.close(patience);
      }
      if (accessLog != null) {
        accessLog.close();
      }
    }
  }

  private static void close(String name, BlockingBackend backend) {
    try {
      backend.close();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "backend " + name + " failed to close", e);
    }
  }
}
