package io.sluice.simulate;

import io.sluice.admit.LaneSnapshot;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What happened over time: one point for each interval of a run. One thread. */
public class Series {
  static final Series NONE =
      new Series(0) {
        @Override
        void attempt(Tier tier) {}

        @Override
        void good(Tier tier) {}

        @Override
        void shed(Tier tier, Reason reason) {}
      };

  private final long intervalNanos;
  private final List<Point> points = new ArrayList<>();
  private final long[] attempts = new long[Tier.COUNT];
  private final long[] good = new long[Tier.COUNT];
  private Map<Reason, long[]> sheds = new EnumMap<>(Reason.class);

  /**
   * One interval.
   *
   * @param seconds from the start to its end
   * @param lanes at its end, by name
   * @param backends over it, by name
   * @param capacity what the backends could complete a second, by whoever knew how
   * @param offered new requests a second, expected
   * @param attempts per second, by rank of tier
   * @param good good answers per second, by rank of tier
   * @param sheds refusals per second, by reason, then by rank of tier
   */
  @SuppressWarnings("ArrayRecordComponent") // made here, read once, never compared
  public record Point(
      double seconds,
      Map<String, LaneSnapshot> lanes,
      Map<String, BackendPoint> backends,
      double capacity,
      double offered,
      double[] attempts,
      double[] good,
      Map<Reason, double[]> sheds) {}

  /**
   * A backend over one interval.
   *
   * @param requests a second that were sent to it for the first time
   * @param attempts a second at it, those included
   * @param refused a second by its breaker
   */
  public record BackendPoint(double requests, double attempts, double refused) {}

  Series(long intervalNanos) {
    this.intervalNanos = intervalNanos;
  }

  long intervalNanos() {
    return intervalNanos;
  }

  void attempt(Tier tier) {
    attempts[tier.rank()]++;
  }

  void good(Tier tier) {
    good[tier.rank()]++;
  }

  void shed(Tier tier, Reason reason) {
    sheds.computeIfAbsent(reason, _ -> new long[Tier.COUNT])[tier.rank()]++;
  }

  void close(
      double seconds,
      Map<String, LaneSnapshot> lanes,
      Map<String, BackendPoint> backends,
      double capacity,
      double offered) {
    var shedRates = new EnumMap<Reason, double[]>(Reason.class);
    sheds.forEach((reason, counts) -> shedRates.put(reason, rates(counts)));
    points.add(
        new Point(
            seconds, lanes, backends, capacity, offered, rates(attempts), rates(good), shedRates));
    sheds = new EnumMap<>(Reason.class);
  }

  private double[] rates(long[] counts) {
    var rates = new double[counts.length];
    for (int i = 0; i < counts.length; i++) {
      rates[i] = counts[i] * 1e9 / intervalNanos;
      counts[i] = 0;
    }
    return rates;
  }

  public List<Point> points() {
    return List.copyOf(points);
  }
}
