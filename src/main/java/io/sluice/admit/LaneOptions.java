package io.sluice.admit;

import io.sluice.options.Key;

/**
 * One bulkhead: a concurrency limit, the tiers that share it, and who may wait for it.
 *
 * @param limit permits; everything dispatched counts, running or in the workers' backlog
 * @param waiters places for requests waiting for a permit, shared by P0 and P1
 * @param workers threads for in-process backends; 0 for a lane that only proxies
 * @param backlog places in front of the workers; limit ≤ workers + backlog
 * @param tiers how the tiers share the limit
 */
public record LaneOptions(
    @Key(
            value =
                "Permits: how many requests may be dispatched at once. On a lane with workers the"
                    + " default is 3 × workers.",
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
                "Places in front of the workers, tier-ordered; limit ≤ workers + backlog. The default"
                    + " is limit - workers.",
            optional = true,
            min = "0",
            max = "100000")
        int backlog,
    @Key(value = "How the tiers share the limit.", optional = true) Tiers tiers) {

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
