package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.observe.BackendMeters;
import io.sluice.observe.ClientFaults;
import io.sluice.observe.LoopLag;
import io.sluice.observe.Meters;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.observe.Percentiles;
import io.sluice.observe.Quantile;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The series of what belongs to no route: connections, faults, endpoints of backends, event loops.
 */
final class FrontDoorExport {
  private static final List<Quantile> LAG = List.of(Quantile.P50, Quantile.P99, Quantile.MAX);

  private final Meters meters;
  private final Registrar registrar;
  private final Set<BackendMeters> backends = new HashSet<>();
  private final Set<BackendMeters.TargetCount> targets = new HashSet<>();
  private final Set<ClientFaults.Fault> faults = new HashSet<>();
  private final Map<LoopLag, Percentiles> lags = new ConcurrentHashMap<>();

  FrontDoorExport(Meters meters, Registrar registrar) {
    this.meters = meters;
    this.registrar = registrar;
    var connections = meters.connections();
    registrar.register(MetricNames.CONNECTIONS_OPEN, Tags.empty(), connections::openCount);
    registrar.register(MetricNames.CONNECTIONS, Tags.empty(), connections::openedCount);
    registrar.register(MetricNames.CONNECTIONS_REFUSED, Tags.empty(), connections::refusedCount);
    var renewals = meters.renewals();
    registrar.register(MetricNames.RENEWALS, Tags.empty(), renewals::doneCount);
    registrar.register(MetricNames.RENEWALS_FAILED, Tags.empty(), renewals::failedCount);
    registrar.register(
        MetricNames.CLIENT_CONNECTIONS_REFUSED, Tags.empty(), connections::refusedClientCount);
    registrar.register(MetricNames.PROXY_HEADERS_REFUSED, Tags.empty(), connections::forgedCount);
    registrar.register(MetricNames.JWKS_UNREADABLE, Tags.empty(), meters::keysUnreadableCount);
    registrar.register(MetricNames.JUNK_DEADLINES, Tags.empty(), meters::junkDeadlineHeaders);
  }

  void refresh(long nowNanos) {
    for (BackendMeters backend : meters.backends()) {
      if (backends.add(backend)) {
        var labels = Tags.of(L.BACKEND, backend.backend());
        registrar.register(MetricNames.LOOKUP_FAILURES, labels, backend::failedLookups);
        registrar.register(MetricNames.FAILOVERS, labels, backend::failovers);
      }
      for (BackendMeters.TargetCount target : backend.targets()) {
        if (targets.add(target)) {
          var labels =
              Tags.of(
                  L.BACKEND,
                  backend.backend(),
                  L.TARGET,
                  target.target(),
                  L.OUTCOME,
                  target.outcome());
          registrar.register(MetricNames.FANOUT_RESULTS, labels, target::count);
        }
      }
    }
    for (ClientFaults.Fault fault : meters.faults().all()) {
      if (faults.add(fault)) {
        var labels = Tags.of(L.REASON, fault.reason().code(), L.KIND, fault.kind());
        registrar.register(MetricNames.CLIENT_FAULTS, labels, fault::count);
      }
    }
    for (LoopLag lag : meters.loopLags()) {
      if (lags.put(lag, lag.percentiles(nowNanos)) == null) {
        var labels = Tags.of(L.LOOP, Integer.toString(lag.loop()));
        registrar.register(
            MetricNames.LOOP_LAG, labels, LAG, () -> Objects.requireNonNull(lags.get(lag)));
      }
    }
  }
}
