package io.sluice.admit;

import io.sluice.options.Key;

/**
 * One bulkhead: a concurrency limit, the tiers that share it, and who may wait for it.
 *
 * @param limit permits; everything dispatched counts, running or in the workers' backlog; {@link
 *     Key#LEFT_OUT} for 3 × workers, at least 4
 * @param waiters places for requests waiting for a permit, shared by P0 and P1
 * @param workers threads for in-process backends; 0 for a lane that only proxies
 * @param backlog places in front of the workers; limit ≤ workers + backlog; {@link Key#LEFT_OUT}
 *     for just that, limit − workers
 * @param tiers how the tiers share the limit
 */
public record LaneOptions(
    @Key(
            value =
                "Permits: how many requests may be dispatched at once. A lane with workers may leave"
                    + " it out: 3 × workers.",
            optional = true,
            min = "4",
            max = "100000")
        int limit,
    @Key(
            value = "Places for requests that wait for a permit, shared by P0 and P1.",
            byDefault = "64",
            min = "0",
            max = "10000")
        int waiters,
    @Key(
            value = "Threads for in-process backends; 0 for a lane that only proxies.",
            byDefault = "0",
            min = "0",
            max = "1024")
        int workers,
    @Key(
            value =
                "Places in front of the workers, tier-ordered; limit ≤ workers + backlog. If left out,"
                    + " limit - workers.",
            optional = true,
            min = "0",
            max = "100000")
        int backlog,
    @Key(value = "How the tiers share the limit.", optional = true) Tiers tiers) {

  public LaneOptions {
    if (limit == Key.LEFT_OUT) {
      limit = Math.max(4, 3 * workers);
    }
    if (backlog == Key.LEFT_OUT) {
      backlog = workers == 0 ? 0 : Math.max(0, limit - workers);
    }
  }

  /**
   * The three tiers of a lane.
   *
   * @param p0 core writes
   * @param p1 reads people wait for
   * @param p2 what can be left out
   */
  public record Tiers(
      @Key(value = "Core writes.", optional = true) TierOptions p0,
      @Key(value = "Reads people wait for.", optional = true) TierOptions p1,
      @Key(value = "What can be left out.", optional = true) TierOptions p2) {
    public static final Tiers DEFAULT = new Tiers(TierOptions.P0, TierOptions.P1, TierOptions.P2);
  }
}
