package io.sluice.plan;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierOptions;
import io.sluice.options.Key;
import io.sluice.options.Share;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What so many workers can do, what a queue in front of them costs, and how a lane in front of them
 * would share them.
 *
 * @param workers threads
 * @param serviceMillis how long one of them takes for a request
 * @param capacity workers / service time, requests a second
 * @param queue places in front of them; null where none were named
 * @param waits what that queue does to this load; null likewise
 * @param limit permits of the lane
 * @param held milliseconds for which a full lane holds a permit: limit / capacity
 * @param hard the tiers' shares where reserves are kept
 * @param lent and where their unused part is lent
 */
public record WorkersForecast(
    int workers,
    double serviceMillis,
    double capacity,
    @Nullable Integer queue,
    @Nullable QueueForecast waits,
    int limit,
    double held,
    List<TierForecast> hard,
    List<TierForecast> lent) {
  private static final double MILLIS = 1000;

  /**
   * The forecast of the usual tiers.
   *
   * @param limit of the lane; null for what a lane has that names none
   */
  public static WorkersForecast of(
      int workers,
      double serviceMillis,
      @Nullable Integer queue,
      @Nullable Integer limit,
      double rate) {
    double capacity = workers * MILLIS / serviceMillis;
    LaneOptions lane = lane(workers, limit, LaneOptions.Tiers.DEFAULT);
    return new WorkersForecast(
        workers,
        serviceMillis,
        capacity,
        queue,
        queue == null ? null : QueueForecast.of(workers, serviceMillis, queue, rate),
        lane.firstLimit(),
        lane.firstLimit() * MILLIS / capacity,
        TierForecast.of(lane, capacity),
        TierForecast.of(lane(workers, limit, lending()), capacity));
  }

  private static LaneOptions lane(int workers, @Nullable Integer limit, LaneOptions.Tiers tiers) {
    return new LaneOptions(limit == null ? Key.LEFT_OUT : limit, 0, workers, Key.LEFT_OUT, tiers);
  }

  private static LaneOptions.Tiers lending() {
    return new LaneOptions.Tiers(lending(TierOptions.P0), lending(TierOptions.P1), TierOptions.P2);
  }

  private static TierOptions lending(TierOptions tier) {
    return new TierOptions(tier.reserve(), Share.ALL, tier.maxWait(), tier.shedAbove());
  }
}
