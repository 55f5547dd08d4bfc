package io.sluice.observe;

import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * How long requests wait for a permit of one lane, over all routes that lead to it. The lane itself
 * counts everything else.
 */
public final class LaneMeters {
  private final String name;
  private final List<Waits> tiers = new ArrayList<>(Tier.COUNT);

  private static final class Waits {
    private final LongAdder count = new LongAdder();
    private final RecentTimes times = new RecentTimes();
  }

  /**
   * The waits of one tier.
   *
   * @param count since the start
   * @param times of the last 10 to 20 s
   */
  public record WaitSnapshot(long count, Percentiles times) {}

  LaneMeters(String name) {
    this.name = name;
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      tiers.add(new Waits());
    }
  }

  void waited(Tier tier, long waitNanos, long nowNanos) {
    Waits waits = tiers.get(tier.rank());
    waits.count.increment();
    waits.times.record(waitNanos, nowNanos);
  }

  public String name() {
    return name;
  }

  /** The waits that ended in a permit, by rank of tier. */
  public List<WaitSnapshot> snapshot(long nowNanos) {
    return tiers.stream()
        .map(waits -> new WaitSnapshot(waits.count.sum(), waits.times.percentiles(nowNanos)))
        .toList();
  }
}
