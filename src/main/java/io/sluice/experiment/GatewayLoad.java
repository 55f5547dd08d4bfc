package io.sluice.experiment;

import io.sluice.exchange.Tier;
import io.sluice.surge.Load;
import io.sluice.surge.Mix;
import io.sluice.surge.Retry;
import io.sluice.surge.Stream;
import io.sluice.surge.SurgePlan;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The experiment's load as HTTP: 20 % core writes, 30 % reads, 50 % of what can be left out, each
 * to the {@link StandIn} behind a gateway with as many workers.
 */
public final class GatewayLoad {
  private static final Duration TIMEOUT = Duration.ofMillis(500);
  private static final Duration BEFORE_EACH = Duration.ofSeconds(3);
  private static final int MOST_WAITERS = 10_000;

  private GatewayLoad() {}

  /** What the gateway's configuration file is told: as many workers, and the queue as waiters. */
  public static Map<String, String> environment(RejectionOptions options) {
    return Map.of(
        "SLUICE_PORT",
        "0",
        "SLUICE_ADMIN_PORT",
        "0",
        "SLUICE_WORKERS",
        Integer.toString(options.workers()),
        "SLUICE_WAITERS",
        Integer.toString(Math.min(MOST_WAITERS, options.queue())),
        "SLUICE_TIMEOUT",
        timeout(options).toMillis() + "ms",
        "SLUICE_OFFER_TIMEOUT",
        Math.max(100, timeout(options).toMillis() / 5) + "ms");
  }

  /**
   * What comes before all measuring: half the load, then all of it. A virtual machine that has just
   * started is slow, and users would meet one that has not. Empty for a time of zero.
   */
  public static List<SurgePlan> heating(URI front, RejectionOptions options, Duration time) {
    if (time.isZero()) {
      return List.of();
    }
    Duration half = time.dividedBy(2);
    return List.of(
        plan(front, options, Load.constant(options.rate() / 2, half)),
        plan(front, options, Load.constant(options.rate(), half)));
  }

  /** Nobody retries, and then everybody does, at once. */
  public static List<SurgePlan> plans(URI front, RejectionOptions options, Duration warmUp) {
    Duration before = warmUp.compareTo(BEFORE_EACH) > 0 ? BEFORE_EACH : warmUp;
    SurgePlan patient =
        plan(front, options, Load.constant(options.rate(), options.window()).after(before));
    return List.of(patient, patient.withRetry(new Retry.Naive(options.retries())));
  }

  private static SurgePlan plan(URI front, RejectionOptions options, Load load) {
    return SurgePlan.of(front, load).withMix(mix(options)).withTimeout(timeout(options));
  }

  private static Duration timeout(RejectionOptions options) {
    Duration twentyTasks = Duration.ofNanos(20 * options.serviceNanos());
    Duration enough = twentyTasks.compareTo(TIMEOUT) > 0 ? twentyTasks : TIMEOUT;
    Duration most = Duration.ofSeconds(60);
    return enough.compareTo(most) > 0 ? most : enough;
  }

  private static Mix mix(RejectionOptions options) {
    String query = "?us=" + options.serviceNanos() / 1000;
    return new Mix(
        List.of(
            new Stream("orders", Tier.P0, 20, "POST", "/orders" + query, Stream.LOAN, true),
            new Stream("pages", Tier.P1, 30, "GET", "/pages" + query, null, false),
            new Stream("offers", Tier.P2, 50, "GET", "/offers" + query, null, false)));
  }
}
