package io.sluice.simulate;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.LaneSnapshot;
import io.sluice.admit.ServiceTime;
import io.sluice.admit.limit.Limit;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.hint.Hints;
import io.sluice.journey.Policies;
import io.sluice.journey.StreamSlots;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario: the gateway's production classes between modelled clients and modelled
 * backends, under a virtual clock. Same scenario, same seed, same run, bit for bit. One thread.
 */
public final class Simulation {
  private static final int POINTS = 240;
  private static final long SHORTEST_INTERVAL_NANOS = 100_000_000L;
  private static final double SECOND_NANOS = 1e9;

  private final ScenarioOptions scenario;
  private final VirtualTime time;
  private final long startNanos;
  private final long endNanos;
  private final long warmNanos;
  private final Recorder recorder;
  private final Series series;
  private final Verdicts verdicts = new Verdicts();
  private final boolean judged;
  private final Map<String, SimulatedLane> lanes = new LinkedHashMap<>();
  private final Map<String, Backend> backends = new LinkedHashMap<>();
  private final Map<String, SimulatedCalls> calls = new LinkedHashMap<>();
  private final SimulatedBudget budget;
  private final Map<String, Possible.Demand> demands = new LinkedHashMap<>();
  private final Map<String, SimulatedRoute> routes = new LinkedHashMap<>();
  private final List<Clients> clients = new ArrayList<>();
  private final SplittableRandom seeds;
  private final Possible possible;

  private Simulation(
      ScenarioOptions scenario, Function<String, @Nullable LimitDriver> drivers, boolean judged) {
    this.scenario = scenario;
    this.judged = judged;
    this.seeds = new SplittableRandom(scenario.seed());
    this.startNanos = seeds.nextLong();
    this.time = new VirtualTime(startNanos);
    this.endNanos = startNanos + scenario.lasts().toNanos();
    this.warmNanos = startNanos + scenario.warmUp().toNanos();
    this.recorder = new Recorder(time, warmNanos);
    this.series =
        new Series(Math.max(SHORTEST_INTERVAL_NANOS, scenario.lasts().toNanos() / POINTS));
    recorder.series(series);
    this.possible = new Possible(startNanos, endNanos);
    this.budget =
        new SimulatedBudget(
            "gateway", scenario.retryBudget(), time, warmNanos, judged ? verdicts : null);
    scenario.lanes().forEach((name, lane) -> addLane(name, lane, drivers.apply(name)));
    scenario.backends().forEach(this::addBackend);
    scenario.routes().forEach(this::addRoute);
    scenario.clients().forEach(this::addClients);
  }

  /** Runs a scenario to its end, and then until everything in it has ended. */
  public static SimulationResult run(ScenarioOptions scenario) {
    return run(scenario, _ -> null, true);
  }

  /**
   * Likewise, with limits that are moved from outside.
   *
   * @param drivers by name of the lane; null for those that move their own
   * @param judged whether the invariants are watched, which takes a third of the time
   */
  public static SimulationResult run(
      ScenarioOptions scenario, Function<String, @Nullable LimitDriver> drivers, boolean judged) {
    return new Simulation(scenario, drivers, judged).run();
  }

  private void addLane(String name, LaneOptions options, @Nullable LimitDriver driver) {
    Lane lane = laneOf(name, options);
    if (driver != null) {
      lane.limitChanged(driver.limit(), startNanos);
    }
    Judge judge = judged ? new Judge(name, options, verdicts) : null;
    lanes.put(name, new SimulatedLane(lane, time, recorder, driver, judge));
  }

  /** The production lane; a limit that moves is watched on its way, if it is enforced. */
  private Lane laneOf(String name, LaneOptions options) {
    Limit limit = options.newLimit();
    return judged && limit != null && options.enforcesMoves()
        ? new Lane(
            name,
            options,
            new WatchedLimit(limit, Objects.requireNonNull(options.adaptive()), name, verdicts),
            startNanos)
        : new Lane(name, options, startNanos);
  }

  private void addBackend(String name, BackendModelOptions options) {
    var backend = new Backend(time, options, seeds.split());
    backends.put(name, backend);
    demands.put(name, possible.of(backend));
    calls.put(
        name,
        new SimulatedCalls(
            name,
            options.retry(),
            options.breaker(),
            budget,
            time,
            warmNanos,
            judged ? verdicts : null));
  }

  private void addRoute(RouteOptions route) {
    SimulatedLane lane = Objects.requireNonNull(lanes.get(route.lane()));
    LaneOptions.Tiers tiers = Objects.requireNonNull(scenario.lanes().get(route.lane())).tiers();
    var plan = new RoutePlan(route, tier -> tiers.of(tier).maxWait());
    SimulatedCalls callsThere = Objects.requireNonNull(calls.get(route.backend()));
    SplittableRandom draws = seeds.split();
    var policies =
        new Policies(
            lane.lane(),
            new ServiceTime(),
            new Hints(scenario.hints()),
            draws::nextDouble,
            new StreamSlots(0),
            callsThere.policies());
    routes.put(
        route.name(),
        new SimulatedRoute(
            plan,
            route.effectiveTier(),
            policies,
            lane,
            callsThere,
            Objects.requireNonNull(backends.get(route.backend())),
            time,
            scenario.deadlineMargin().fraction()));
  }

  private void addClients(ClientOptions options) {
    SimulatedRoute route = Objects.requireNonNull(routes.get(options.route()));
    Possible.Demand demand = Objects.requireNonNull(demands.get(route.backendName()));
    clients.add(new Clients(options, route, time, seeds.split(), recorder, demand, endNanos));
  }

  private SimulationResult run() {
    clients.forEach(Clients::start);
    nextPoint();
    time.runUntil(endNanos);
    long good = recorder.goodSoFar();
    Map<String, LaneSnapshot> atEnd = snapshots();
    time.runDry();
    lanes.values().forEach(SimulatedLane::idle);
    calls.values().forEach(SimulatedCalls::idle);
    return new SimulationResult(
        scenario,
        recorder,
        series,
        verdicts,
        good,
        possible.since(warmNanos),
        atEnd,
        results(),
        budget.refusals(),
        backends.values().stream().mapToLong(Backend::begun).sum(),
        backends.values().stream().mapToLong(Backend::zombies).sum());
  }

  private Map<String, BackendResult> results() {
    var results = new LinkedHashMap<String, BackendResult>();
    calls.forEach(
        (name, each) ->
            results.put(
                name,
                each.result(
                    endNanos,
                    Objects.requireNonNull(scenario.backends().get(name)).spells().stream()
                        .map(spell -> startNanos + spell.until().toNanos())
                        .toList())));
    return results;
  }

  private void nextPoint() {
    long atNanos = time.nowNanos() + series.intervalNanos();
    if (atNanos - endNanos <= 0) {
      time.at(atNanos - 1, this::closePoint);
    }
  }

  private void closePoint() {
    time.at(time.nowNanos() + 1, this::nextPoint);
    long middleNanos = time.nowNanos() - series.intervalNanos() / 2;
    double seconds = (time.nowNanos() + 1 - startNanos) / SECOND_NANOS;
    double capacity = possible.capacity(middleNanos);
    var called = new LinkedHashMap<String, Series.BackendPoint>();
    calls.forEach((name, each) -> called.put(name, each.point(series.intervalNanos())));
    series.close(seconds, snapshots(), called, capacity, offered(middleNanos));
  }

  private double offered(long nowNanos) {
    return clients.stream().mapToDouble(each -> each.arrivals().rate(nowNanos)).sum();
  }

  private Map<String, LaneSnapshot> snapshots() {
    var all = new LinkedHashMap<String, LaneSnapshot>();
    lanes.forEach((name, lane) -> all.put(name, lane.snapshot()));
    return all;
  }
}
