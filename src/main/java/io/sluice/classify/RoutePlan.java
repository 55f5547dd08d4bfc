package io.sluice.classify;

import io.sluice.exchange.Caller;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A route with everything its kind supplies filled in: what a request of it is worth. Immutable.
 */
public final class RoutePlan {
  /** Nobody waits for a batch: it is told to stay away for long. */
  private static final long BATCH_HINT_FLOOR_MILLIS = 10_000;

  private final RouteOptions options;
  private final Tier tier;
  private final long[] maxWaitNanos = new long[Tier.COUNT];

  /**
   * @param tierWait how long each tier of the route's lane waits at most
   */
  public RoutePlan(RouteOptions options, Function<Tier, Duration> tierWait) {
    this.options = options;
    this.tier = options.effectiveTier();
    for (Tier each : Tier.values()) {
      maxWaitNanos[each.rank()] = waitOf(options, each, tierWait);
    }
  }

  // The wait-or-reject matrix: an explicit wait, else the kind's habit, else the tier's.
  private static long waitOf(RouteOptions options, Tier tier, Function<Tier, Duration> tierWait) {
    if (tier == Tier.P2) {
      return 0;
    }
    Duration explicit = options.maxWait();
    if (explicit != null) {
      return explicit.toNanos();
    }
    return switch (options.kind()) {
      case REFRESH, BATCH -> 0;
      case PATIENT -> Long.MAX_VALUE;
      case WRITE, READ, FANOUT, ASYNC -> tierWait.apply(tier).toNanos();
    };
  }

  public String name() {
    return options.name();
  }

  public String lane() {
    return options.lane();
  }

  public String backend() {
    return options.backend();
  }

  public Kind kind() {
    return options.kind();
  }

  public int weight() {
    return options.weight();
  }

  public Overflow overflow() {
    return options.overflow();
  }

  /** How long nothing may move on a stream of it. */
  public long streamIdleNanos() {
    return options.streams().idleTimeout().toNanos();
  }

  /** How old a stream of it may grow; {@link Long#MAX_VALUE} for no bound. */
  public long streamMaxAgeNanos() {
    Duration maxAge = options.streams().maxAge();
    return maxAge == null ? Long.MAX_VALUE : maxAge.toNanos();
  }

  public StreamOptions streams() {
    return options.streams();
  }

  public long timeoutNanos() {
    return options.timeout().toNanos();
  }

  /** Longest wait of a request in this tier; {@link Long#MAX_VALUE} leaves it to the deadline. */
  public long maxWaitNanos(Tier effective) {
    return maxWaitNanos[effective.rank()];
  }

  /** Smallest base wait a refused client of this route is told. */
  public long hintFloorMillis() {
    return options.kind() == Kind.BATCH ? BATCH_HINT_FLOOR_MILLIS : 1;
  }

  /**
   * The tier of one request: its caller's, else the route's. A caller may ask for another: anyone
   * for a lower one, only who is believed for a higher one; anything else is no tier and changes
   * nothing.
   *
   * @param asked the hint header's value, or null
   */
  public Tier tier(@Nullable String asked, Caller caller) {
    Tier own = caller.tier() == null ? tier : caller.tier();
    if (asked == null) {
      return own;
    }
    for (Tier each : Tier.values()) {
      if (each.code().equalsIgnoreCase(asked)) {
        return caller.raisesTier() ? each : own.lower(each);
      }
    }
    return own;
  }

  /** What the method promises, and what an idempotency key adds where the route trusts one. */
  public Idempotence idempotence(String method, boolean hasIdempotencyKey) {
    Idempotence promised = Idempotence.ofMethod(method);
    return promised == Idempotence.UNSAFE && hasIdempotencyKey && options.trustIdempotencyKey()
        ? Idempotence.IDEMPOTENT
        : promised;
  }
}
