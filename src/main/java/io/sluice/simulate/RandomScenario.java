package io.sluice.simulate;

import io.sluice.admit.CoDelOptions;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.PolicyMode;
import io.sluice.admit.TierOptions;
import io.sluice.admit.TierShares;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.classify.Auth;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.options.Key;
import io.sluice.options.LaneLimit;
import io.sluice.options.Share;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.BackendModelOptions.Shape;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ClientOptions.Arrivals;
import io.sluice.simulate.scenario.ClientOptions.Retry;
import io.sluice.simulate.scenario.ExpectOptions;
import io.sluice.simulate.scenario.ScenarioOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A scenario nobody has thought of: one lane, one backend and up to five routes with their clients,
 * all drawn from a seed, and loaded from well below to far beyond what it can do. What it shows is
 * that the invariants hold; it expects nothing else.
 */
public final class RandomScenario {
  private static final int SECONDS = 20;
  private static final int MOST_PER_SECOND = 6000;

  private final SplittableRandom random;
  private final RandomPolicies policies;
  private final int seed;

  private RandomScenario(int seed) {
    this.seed = seed;
    this.random = new SplittableRandom(seed);
    this.policies = new RandomPolicies(new SplittableRandom(~seed));
  }

  /** The same for the same seed. */
  public static ScenarioOptions of(int seed) {
    return new RandomScenario(seed).draw();
  }

  private ScenarioOptions draw() {
    BackendModelOptions backend = backend();
    LaneOptions lane = lane(backend);
    List<RouteOptions> routes = routes(lane);
    return new ScenarioOptions(
        "drawn at random",
        Duration.ofSeconds(SECONDS),
        Duration.ofSeconds(1),
        seed,
        new Share(between(0, 20) / 100.0),
        new HintOptions(Duration.ofSeconds(between(1, 30)), Duration.ofMillis(between(0, 1000))),
        policies.budget(),
        Map.of("lane", lane),
        Map.of("backend", backend),
        routes,
        clients(routes, backend),
        ExpectOptions.NOTHING);
  }

  private LaneOptions lane(BackendModelOptions backend) {
    boolean adaptive = chance(0.4);
    int limit = Math.max(4, (int) (backend.servers() * (0.5 + 4 * random.nextDouble())));
    return new LaneOptions(
        adaptive ? LaneLimit.ADAPTIVE : new LaneLimit(limit),
        chance(0.2) ? 0 : between(1, 150),
        0,
        0,
        tiers(),
        adaptive ? moving(limit) : null,
        CoDelOptions.DEFAULT,
        of(PolicyMode.values()));
  }

  private LimitOptions moving(int limit) {
    return new LimitOptions(
        of(LimitOptions.Algorithm.values()),
        LimitOptions.Mode.ENFORCE,
        4,
        limit + between(0, 200),
        limit,
        Duration.ofMillis(chance(0.5) ? between(5, 60) : 1000));
  }

  private LaneOptions.Tiers tiers() {
    int p0 = between(0, 70);
    int p1 = between(0, Math.min(50, 90 - p0));
    return new LaneOptions.Tiers(
        new TierOptions(new Share(p0 / 100.0), lend(), wait(200), Share.ALL),
        new TierOptions(new Share(p1 / 100.0), lend(), wait(100), Share.ALL),
        new TierOptions(
            Share.NONE, Share.NONE, Duration.ZERO, new Share(between(40, 100) / 100.0)));
  }

  private Share lend() {
    return chance(0.4) ? Share.NONE : chance(0.5) ? Share.ALL : new Share(0.5);
  }

  private Duration wait(int longest) {
    return Duration.ofMillis(chance(0.15) ? 0 : between(1, longest));
  }

  private BackendModelOptions backend() {
    int servers = between(2, 40);
    int service = between(2, 30);
    boolean contended = chance(0.2);
    int threads = chance(0.15) ? servers + between(0, 100) : 0;
    return new BackendModelOptions(
        servers,
        chance(0.3) ? between(0, 50) : 100_000,
        Duration.ofMillis(chance(0.5) ? between(10, 1000) : 3_600_000),
        Duration.ofMillis(service),
        of(Shape.values()),
        new Share(0.5),
        Duration.ofMillis((long) service * between(2, 20)),
        new Share(0.1),
        contended ? new Share(0.01) : Share.NONE,
        contended ? new Share(0.003) : Share.NONE,
        chance(0.1) ? new Share(0.05) : Share.NONE,
        Duration.ofSeconds(2),
        chance(0.1) ? 5 : 1,
        Duration.ofSeconds(5),
        Duration.ofMillis(chance(0.1) ? 3000 : 0),
        Duration.ofMillis(200),
        chance(0.5),
        chance(0.2),
        threads,
        chance(0.4) ? List.of(spell(servers)) : List.of(),
        policies.retry(),
        policies.breaker());
  }

  private SpellOptions spell(int servers) {
    return new SpellOptions(
        Duration.ofSeconds(between(2, 8)),
        Duration.ofSeconds(between(9, 15)),
        chance(0.5) ? between(1, 20) : 1,
        chance(0.3) ? Math.max(1, servers / 4) : Key.LEFT_OUT,
        chance(0.7) ? new Share(between(1, 100) / 100.0) : Share.NONE,
        Duration.ofMillis(between(0, 500)),
        chance(0.2) ? Duration.ofSeconds(between(1, 3)) : null);
  }

  private List<RouteOptions> routes(LaneOptions lane) {
    var routes = new ArrayList<RouteOptions>();
    var shares = new TierShares(lane.smallestLimit(), lane.tiers());
    int count = between(1, 5);
    for (int i = 0; i < count; i++) {
      Kind kind = of(Kind.values());
      Tier tier = chance(0.7) ? kind.defaultTier() : of(Tier.values());
      int weight = chance(0.2) ? between(1, Math.clamp(shares.heaviest(tier), 1, 4)) : 1;
      routes.add(route("r" + i, kind, tier, weight));
    }
    return routes;
  }

  private RouteOptions route(String name, Kind kind, Tier tier, int weight) {
    Duration timeout = Duration.ofMillis(between(50, 3000));
    return new RouteOptions(
        name,
        List.of(),
        "/" + name,
        kind,
        tier,
        "lane",
        "backend",
        timeout,
        null,
        weight,
        false,
        Overflow.ABORT,
        Auth.NONE,
        List.of(),
        List.of(),
        StreamOptions.DEFAULT);
  }

  private List<ClientOptions> clients(List<RouteOptions> routes, BackendModelOptions backend) {
    var clients = new ArrayList<ClientOptions>();
    double capacity = backend.servers() * 1000.0 / backend.service().toMillis();
    double load = Math.min(MOST_PER_SECOND, capacity * (0.3 + 4 * random.nextDouble()));
    for (RouteOptions route : routes) {
      clients.add(client(route.name(), (int) (load / routes.size())));
    }
    return clients;
  }

  private ClientOptions client(String route, int rate) {
    return new ClientOptions(
        route,
        rate,
        of(Arrivals.values()),
        rate * between(1, 4),
        Duration.ofSeconds(between(1, 8)),
        Duration.ofSeconds(between(9, 15)),
        Duration.ofMillis(between(50, 3000)),
        chance(0.5) ? Retry.NONE : of(Retry.values()),
        between(0, 4),
        Duration.ofMillis(between(1, 500)),
        Duration.ofSeconds(between(1, 10)),
        Duration.ofMillis(between(30, 2000)),
        chance(0.8));
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }

  private int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  private <T> T of(T[] all) {
    return all[random.nextInt(all.length)];
  }
}
