package io.sluice.admin;

import io.micrometer.core.instrument.Tags;
import io.sluice.exchange.Reason;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import io.sluice.observe.StreamMeters;
import java.util.EnumSet;
import java.util.Set;

/** The series of one route's streams; they appear with its first stream. */
final class StreamExport {
  private static final String GOOD_ORDER = "none";

  private final StreamMeters meters;
  private final Registrar registrar;
  private final Tags labels;
  private final Set<Reason> shown = EnumSet.noneOf(Reason.class);
  private boolean begun;

  StreamExport(StreamMeters meters, Registrar registrar, Tags labels) {
    this.meters = meters;
    this.registrar = registrar;
    this.labels = labels;
  }

  void refresh() {
    if (meters.openedCount() == 0) {
      return;
    }
    if (!begun) {
      begun = true;
      registrar.register(MetricNames.STREAMS_OPEN, labels, meters::openCount);
      registrar.register(MetricNames.STREAMS_OPENED, labels, meters::openedCount);
      registrar.register(
          MetricNames.STREAMS_CLOSED, labels.and(L.REASON, GOOD_ORDER), meters::endedCount);
    }
    for (Reason reason : meters.brokenCounts().keySet()) {
      if (shown.add(reason)) {
        registrar.register(
            MetricNames.STREAMS_CLOSED,
            labels.and(L.REASON, reason.code()),
            () -> meters.brokenCounts().getOrDefault(reason, 0L));
      }
    }
  }
}
