package io.sluice.admit;

import static java.util.Objects.requireNonNull;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.Limits;
import io.sluice.exchange.Tier;
import io.sluice.options.Key;
import io.sluice.options.LaneLimit;
import org.jspecify.annotations.Nullable;

/**
 * One bulkhead: a concurrency limit, the tiers that share it, and who may wait for it.
 *
 * @param limit permits; everything dispatched counts, running or in the workers' backlog. Left out,
 *     3 × workers, at least 4, for a lane with workers, and adaptive for one without
 * @param waiters places for requests waiting for a permit, shared by P0 and P1
 * @param workers threads for in-process backends; 0 for a lane that only proxies
 * @param backlog places in front of the workers; limit ≤ workers + backlog; {@link Key#LEFT_OUT}
 *     for just that, limit − workers
 * @param tiers how the tiers share the limit
 * @param adaptive how the limit moves, or would; null for a number and nothing beside it
 * @param codel when P1 turns newest first
 * @param waitShortening whether waits that take too much of the clients' time are shortened
 */
public record LaneOptions(
    @Key(
            value =
                "Permits: how many requests may be dispatched at once. A number, or adaptive: it follows"
                    + " the backend. If left out, 3 × workers for a lane with workers, else adaptive.",
            optional = true,
            min = "4",
            max = "100000")
        @Nullable LaneLimit limit,
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
    @Key(value = "How the tiers share the limit.", optional = true) Tiers tiers,
    @Key(
            value =
                "How an adaptive limit moves; beside a number, with mode: shadow, how it would move.",
            optional = true)
        @Nullable LimitOptions adaptive,
    @Key(value = "When P1 counts as overloaded, and turns newest first.", optional = true)
        CoDelOptions codel,
    @Key(
            value =
                "Whether a tier's wait is shortened while waiting takes more than 30 % of its clients'"
                    + " time (p99): enforce, shadow (computed and shown) or off.",
            byDefault = "enforce")
        PolicyMode waitShortening) {

  public LaneOptions {
    if (limit == null) {
      limit = workers == 0 ? LaneLimit.ADAPTIVE : new LaneLimit(Math.max(4, 3 * workers));
    }
    if (limit.isAdaptive() && adaptive == null) {
      adaptive = LimitOptions.DEFAULT;
    }
    if (backlog == Key.LEFT_OUT) {
      backlog = workers == 0 ? 0 : Math.max(0, largest(limit, adaptive) - workers);
    }
  }

  /** A lane with this many permits, or {@link Key#LEFT_OUT}, and the defaults of all other keys. */
  public LaneOptions(int limit, int waiters, int workers, int backlog, Tiers tiers) {
    this(
        limit == Key.LEFT_OUT ? null : new LaneLimit(limit),
        waiters,
        workers,
        backlog,
        tiers,
        null,
        CoDelOptions.DEFAULT,
        PolicyMode.ENFORCE);
  }

  /** What is in force before anything is known of the backend. */
  public int firstLimit() {
    return limit().isAdaptive() ? moving().initial() : limit().permits();
  }

  /** The smallest limit there will be. */
  public int smallestLimit() {
    return limit().isAdaptive() ? moving().min() : limit().permits();
  }

  /** The largest limit there will be. */
  public int largestLimit() {
    return largest(limit(), adaptive);
  }

  private static int largest(LaneLimit limit, @Nullable LimitOptions adaptive) {
    return limit.isAdaptive() ? requireNonNull(adaptive).max() : limit.permits();
  }

  private LimitOptions moving() {
    return requireNonNull(adaptive);
  }

  /** A new limit that moves, or null for a number that stays. */
  public @Nullable Limit newLimit() {
    return adaptive == null ? null : Limits.of(adaptive);
  }

  /** Whether a limit that moves is in force. */
  public boolean enforcesMoves() {
    return limit().isAdaptive();
  }

  /** Never null, as what was left out has been put in. */
  @Override
  public LaneLimit limit() {
    return requireNonNull(limit);
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

    /** The options of one of them. */
    public TierOptions of(Tier tier) {
      return switch (tier) {
        case P0 -> p0;
        case P1 -> p1;
        case P2 -> p2;
      };
    }
  }
}
