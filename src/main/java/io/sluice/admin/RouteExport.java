package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.observe.Quantile;
import io.sluice.observe.RouteMeters;
import io.sluice.observe.RouteSnapshot;
import io.sluice.observe.Stage;
import io.sluice.observe.StatusClass;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The series of one route, read from one snapshot per scrape.
 *
 * <p>A series appears once it has something to say: three tiers times every reason and status would
 * be a hundred zeroes per route. The lanes' own counts are there from the start, for alerts that
 * need a rate across the first event.
 */
final class RouteExport {
  private static final List<Quantile> LATENCY = List.of(Quantile.P50, Quantile.P90, Quantile.P99);
  // Of what is left, it is the little that matters.
  private static final List<Quantile> LEFT = List.of(Quantile.P1, Quantile.P10, Quantile.P50);

  private final RouteMeters meters;
  private final Registrar registrar;
  private final Tags labels;
  private final Set<Object> shown = new HashSet<>();
  private final StreamExport streams;
  private volatile RouteSnapshot seen;

  RouteExport(RouteMeters meters, Registrar registrar, long nowNanos) {
    this.meters = meters;
    this.registrar = registrar;
    labels = Tags.of(L.ROUTE, meters.route(), L.LANE, meters.lane(), L.BACKEND, meters.backend());
    seen = meters.snapshot(nowNanos);
    streams = new StreamExport(meters.streams(), registrar, labels);
  }

  void refresh(long nowNanos) {
    seen = meters.snapshot(nowNanos);
    for (Tier tier : Tier.values()) {
      if (of(tier).requests() > 0) {
        show(tier, labels.and(L.TIER, tier.code()));
      }
    }
    streams.refresh();
    if (seen.accepted() > 0 && shown.add(MetricNames.ACCEPTED)) {
      registrar.register(MetricNames.ACCEPTED, labels, () -> seen.accepted());
      registrar.register(MetricNames.COMPLETED, labels, () -> seen.completed());
      registrar.register(MetricNames.UNCOMPLETED, labels, () -> seen.uncompleted());
    }
  }

  private void show(Tier tier, Tags ofTier) {
    if (shown.add(tier)) {
      registrar.register(MetricNames.REQUESTS, ofTier, () -> of(tier).requests());
      registrar.register(MetricNames.REQUESTS_OPEN, ofTier, () -> of(tier).open());
      registrar.register(MetricNames.REPEATED_REQUESTS, ofTier, () -> of(tier).repeated());
      registrar.register(MetricNames.ATTEMPTS, ofTier, () -> of(tier).attempts());
      registrar.register(MetricNames.LATENCY, ofTier, LATENCY, () -> of(tier).latency());
      registrar.register(MetricNames.SHED_LATENCY, ofTier, LATENCY, () -> of(tier).shedLatency());
      for (Stage stage : Stage.values()) {
        registrar.register(
            MetricNames.DEADLINE_LEFT,
            ofTier.and(L.STAGE, stage.code()),
            LEFT,
            () -> of(tier).deadlineLeft(stage));
      }
    }
    showNew(tier, ofTier, MetricNames.ANSWERS, L.STATUS, StatusClass::code, of -> of.answers());
    showNew(tier, ofTier, MetricNames.SHEDS, L.REASON, Reason::code, of -> of.sheds());
    showNew(tier, ofTier, MetricNames.FAILURES, L.REASON, Reason::code, of -> of.failures());
    showNew(tier, ofTier, MetricNames.FALLBACK_ADVICE, L.REASON, Reason::code, of -> of.advice());
    for (FallbackKind kind : FallbackKind.values()) {
      showNew(
          tier,
          ofTier.and(L.KIND, kind.code()),
          MetricNames.FALLBACKS,
          L.REASON,
          Reason::code,
          of -> of.fallbacks().getOrDefault(kind, Map.of()));
    }
    if (of(tier).replays() > 0 && shown.add(new Shown(MetricNames.REPLAYS, ofTier, tier))) {
      registrar.register(MetricNames.REPLAYS, ofTier, () -> of(tier).replays());
    }
  }

  private record Shown(MetricNames name, Tags labels, Object key) {}

  private <K extends Enum<K>> void showNew(
      Tier tier,
      Tags ofTier,
      MetricNames name,
      String label,
      Function<K, String> code,
      Function<RouteSnapshot.TierSnapshot, Map<K, Long>> counts) {
    for (K key : counts.apply(of(tier)).keySet()) {
      if (shown.add(new Shown(name, ofTier, key))) {
        registrar.register(
            name,
            ofTier.and(label, code.apply(key)),
            () -> counts.apply(of(tier)).getOrDefault(key, 0L));
      }
    }
  }

  private RouteSnapshot.TierSnapshot of(Tier tier) {
    return seen.tiers().get(tier.rank());
  }
}
