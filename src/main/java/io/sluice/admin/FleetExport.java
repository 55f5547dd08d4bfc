package io.sluice.admin;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.sluice.balance.Fleet;
import io.sluice.balance.Member;
import io.sluice.balance.MemberSnapshot;
import io.sluice.balance.MemberSnapshot.State;
import io.sluice.observe.MetricNames;
import io.sluice.observe.MetricNames.L;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * The series of one backend's endpoints. Those of an endpoint end when no name stands for it any
 * more, or every address there ever was would be shown for ever.
 */
final class FleetExport {
  private final Fleet fleet;
  private final Registrar registrar;
  private final Map<Member, Series> shown = new HashMap<>();

  FleetExport(Fleet fleet, Registrar registrar) {
    this.fleet = fleet;
    this.registrar = registrar;
    registrar.register(
        MetricNames.BACKEND_PANIC,
        Tags.of(L.BACKEND, fleet.backend()),
        () -> fleet.isPanicking() ? 1 : 0);
  }

  Fleet fleet() {
    return fleet;
  }

  void refresh(long nowNanos) {
    List<Member> members = fleet.members();
    for (Member member : members) {
      shown.computeIfAbsent(member, added -> new Series(added, nowNanos)).refresh(nowNanos);
    }
    var gone = new HashSet<>(shown.keySet());
    members.forEach(gone::remove);
    for (Member member : gone) {
      Series series = shown.remove(member);
      if (series != null) {
        series.meters.forEach(registrar::remove);
      }
    }
  }

  private final class Series {
    private final Member member;
    private final List<Meter> meters = new ArrayList<>();
    private volatile MemberSnapshot seen;

    Series(Member member, long nowNanos) {
      seen = member.snapshot(nowNanos);
      this.member = member;
      var labels = Tags.of(L.BACKEND, fleet.backend(), L.ENDPOINT, member.address());
      add(MetricNames.ENDPOINT_IN_FLIGHT, labels, () -> seen.inFlight());
      add(MetricNames.ENDPOINT_AVAILABLE, labels, () -> seen.isAvailable() ? 1 : 0);
      add(MetricNames.ENDPOINT_EJECTED, labels, () -> isOut(seen) ? 1 : 0);
      add(MetricNames.HEALTH_CHECKS_FAILED, labels, member::failedChecks);
      member
          .ejections()
          .forEach(
              (why, _) ->
                  add(
                      MetricNames.ENDPOINT_EJECTIONS,
                      labels.and(L.REASON, why.code()),
                      () -> member.ejections().getOrDefault(why, 0L)));
    }

    private void add(MetricNames name, Tags labels, DoubleSupplier value) {
      meters.add(registrar.register(name, labels, value));
    }

    void refresh(long nowNanos) {
      seen = member.snapshot(nowNanos);
    }
  }

  private static boolean isOut(MemberSnapshot member) {
    return member.state() == State.EJECTED || member.state() == State.ON_TRIAL;
  }
}
