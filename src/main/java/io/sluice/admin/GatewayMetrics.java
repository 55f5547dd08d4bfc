package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.accesslog.AccessLog;
import io.sluice.admit.Lane;
import io.sluice.balance.Fleet;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.observe.Meters;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.observe.RouteMeters;
import io.sluice.observe.WorkerGauges;
import io.sluice.retry.RetryBudget;
import io.sluice.time.NanoClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything a gateway counts, for Prometheus.
 *
 * <p>Nothing is pushed and nothing is counted twice: each scrape first takes one snapshot of every
 * lane and route, then has the registry read them. Any thread; scrapes take turns.
 */
public final class GatewayMetrics {
  private final PrometheusMeterRegistry registry;
  private final Meters meters;
  private final NanoClock clock;
  private final Registrar registrar;
  private final FrontDoorExport frontDoor;
  private final Map<String, LaneExport> lanes = new TreeMap<>();
  private final Map<String, BreakerExport> breakers = new TreeMap<>();
  private final List<BudgetExport> budgets = new ArrayList<>();
  private final Map<RouteMeters, RouteExport> routes = new HashMap<>();
  private final Map<String, FleetExport> fleets = new TreeMap<>();

  public GatewayMetrics(
      PrometheusMeterRegistry registry, Meters meters, BuildInfo build, NanoClock clock) {
    this.registry = registry;
    this.meters = meters;
    this.clock = clock;
    registrar = new Registrar(registry);
    frontDoor = new FrontDoorExport(meters, registrar);
    registrar.register(MetricNames.BUILD_INFO, build.labels(), () -> 1);
  }

  /** Shows a lane, or the lane that takes the place of one of the same name. */
  public synchronized void lane(Lane lane) {
    LaneExport present = lanes.get(lane.name());
    if (present != null) {
      present.replace(lane);
    } else {
      var export = new LaneExport(lane, meters.lane(lane.name()), registrar, clock.nanoTime());
      lanes.put(lane.name(), export);
    }
  }

  /** The lanes it shows, by name. */
  public synchronized List<Lane> lanes() {
    return lanes.values().stream().map(LaneExport::lane).toList();
  }

  /** Shows the endpoints of a backend; once per backend. */
  public synchronized void fleet(Fleet fleet) {
    fleets.put(fleet.backend(), new FleetExport(fleet, registrar));
  }

  /** The backends whose endpoints it shows, by name. */
  synchronized List<Fleet> fleets() {
    return fleets.values().stream().map(FleetExport::fleet).toList();
  }

  /** Shows the breaker of a backend, or the one that takes the place of its former one. */
  public synchronized void breaker(CircuitBreaker breaker) {
    BreakerExport present = breakers.get(breaker.backend());
    if (present != null) {
      present.replace(breaker);
    } else {
      var export = new BreakerExport(breaker, registrar, clock.nanoTime());
      breakers.put(breaker.backend(), export);
    }
  }

  /** Shows the retry budget of a backend; once per backend. */
  public synchronized void budget(String backend, RetryBudget budget) {
    budgets.add(BudgetExport.of(backend, budget, registrar, clock.nanoTime()));
  }

  /** Shows the retry budget that all backends share; once. */
  public synchronized void globalBudget(RetryBudget budget) {
    budgets.add(BudgetExport.global(budget, registrar, clock.nanoTime()));
  }

  /** The breakers it shows, by backend. */
  public synchronized List<CircuitBreaker> breakers() {
    return breakers.values().stream().map(BreakerExport::breaker).toList();
  }

  /** Shows the workers of a lane; once per lane. */
  public void workers(String lane, WorkerGauges workers) {
    var labels = Tags.of(L.LANE, lane);
    registrar.register(MetricNames.WORKERS, labels, workers::workers);
    registrar.register(MetricNames.WORKERS_RUNNING, labels, workers::running);
    registrar.register(MetricNames.WORKERS_QUEUED, labels, workers::queued);
    registrar.register(MetricNames.WORKERS_REJECTED, labels, workers::rejected);
  }

  /** Shows what has become of the access log's lines; once. */
  public void accessLog(AccessLog log) {
    registrar.register(MetricNames.ACCESS_LOG_WRITTEN, Tags.empty(), log::written);
    registrar.register(MetricNames.ACCESS_LOG_LEFT_OUT, Tags.empty(), log::leftOut);
    registrar.register(MetricNames.ACCESS_LOG_DROPPED, Tags.of(L.KIND, "full"), log::droppedFull);
    registrar.register(
        MetricNames.ACCESS_LOG_DROPPED, Tags.of(L.KIND, "unwritable"), log::droppedUnwritable);
    registrar.register(
        MetricNames.ACCESS_LOG_DROPPED, Tags.of(L.KIND, "unencodable"), log::droppedUnencodable);
  }

  /** What time it is for everything it shows. */
  long nowNanos() {
    return clock.nanoTime();
  }

  /** The exposition in Prometheus' text format 0.0.4, of this moment. */
  public synchronized String scrape() {
    long nowNanos = clock.nanoTime();
    lanes.values().forEach(lane -> lane.refresh(nowNanos));
    breakers.values().forEach(breaker -> breaker.refresh(nowNanos));
    budgets.forEach(budget -> budget.refresh(nowNanos));
    for (RouteMeters route : meters.routes()) {
      routes
          .computeIfAbsent(route, added -> new RouteExport(added, registrar, nowNanos))
          .refresh(nowNanos);
    }
    fleets.values().forEach(fleet -> fleet.refresh(nowNanos));
    frontDoor.refresh(nowNanos);
    return registry.scrape();
  }
}
