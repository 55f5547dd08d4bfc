package io.sluice.simulate;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierOptions;
import io.sluice.classify.Auth;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.options.Key;
import io.sluice.options.Share;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.BackendModelOptions.Shape;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ExpectOptions;
import io.sluice.simulate.scenario.ScenarioOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The backend models that limits are compared on. */
final class Models {
  /**
   * One of them.
   *
   * @param capacity requests a second it can complete at its best, while nothing befalls it
   * @param stationary whether nothing ever does
   */
  record Model(String name, BackendModelOptions backend, double capacity, boolean stationary) {}

  static final int SECONDS = 60;

  private Models() {}

  static List<Model> all() {
    return List.of(
        model("exponential", backend(16, 10, Shape.EXPONENTIAL, 0, 0, 0, List.of()), 1600, true),
        model("lognormal", backend(16, 10, Shape.LOGNORMAL, 0, 0, 0, List.of()), 1600, true),
        model("bimodal", backend(16, 2, Shape.BIMODAL, 0, 0, 0, List.of()), 16 / 0.0116, true),
        model("fixed", backend(8, 6, Shape.DETERMINISTIC, 0, 0, 0, List.of()), 1333.3, true),
        model(
            "c-a",
            backend(1000, 5, Shape.EXPONENTIAL, 1, 0.1, 0, List.of()),
            usl(5, .01, .001),
            true),
        model(
            "c-b",
            backend(1000, 10, Shape.LOGNORMAL, 0, 0.05, 0, List.of()),
            usl(10, .0, .0005),
            true),
        model(
            "c-c",
            backend(1000, 10, Shape.LOGNORMAL, 0, 0.3, 0, List.of()),
            usl(10, .0, .003),
            true),
        model(
            "c-d",
            backend(1000, 5, Shape.EXPONENTIAL, 2, 0.8, 0, List.of()),
            usl(5, .02, .008),
            true),
        model(
            "c-e",
            backend(1000, 10, Shape.DETERMINISTIC, 2, 0.5, 0, List.of()),
            usl(10, .02, .005),
            true),
        model(
            "step-4",
            backend(16, 10, Shape.EXPONENTIAL, 0, 0, 0, spell(4, Key.LEFT_OUT)),
            1600,
            false),
        model(
            "step-10",
            backend(16, 10, Shape.EXPONENTIAL, 0, 0, 0, spell(10, Key.LEFT_OUT)),
            1600,
            false),
        model("shrunk-4", backend(16, 10, Shape.EXPONENTIAL, 0, 0, 0, spell(1, 4)), 1600, false),
        model("leak", backend(16, 10, Shape.EXPONENTIAL, 0, 0, 2, List.of()), 1600, false));
  }

  private static double usl(double millis, double s, double k) {
    double best = 0;
    for (int n = 1; n < 1000; n++) {
      best = Math.max(best, n / (1 + s * (n - 1) + k * n * (n - 1.0)));
    }
    return best * 1000 / millis;
  }

  private static Model model(String name, BackendModelOptions backend, double c, boolean still) {
    return new Model(name, backend, c, still);
  }

  private static List<SpellOptions> spell(int slower, int servers) {
    return List.of(
        new SpellOptions(
            Duration.ofSeconds(20),
            Duration.ofSeconds(40),
            slower,
            servers,
            Share.NONE,
            Duration.ofMillis(1)));
  }

  static BackendModelOptions backend(
      int servers,
      int millis,
      Shape shape,
      double sigma,
      double kappa,
      double leak,
      List<SpellOptions> spells) {
    return new BackendModelOptions(
        servers,
        100_000,
        Duration.ofHours(1),
        Duration.ofMillis(millis),
        shape,
        new Share(0.5),
        Duration.ofMillis(50),
        new Share(0.2),
        new Share(sigma / 100),
        new Share(kappa / 100),
        new Share(leak / 100),
        Duration.ZERO,
        1,
        Duration.ofSeconds(10),
        Duration.ZERO,
        Duration.ofMillis(100),
        true,
        spells);
  }

  /** Twice its capacity: a fifth P0, three tenths P1, half P2; or all of it P2. */
  static ScenarioOptions scenario(Model model, boolean mixed, int seconds, int seed) {
    var tiers =
        new LaneOptions.Tiers(
            new TierOptions(new Share(0.5), Share.ALL, Duration.ofMillis(100), Share.ALL),
            new TierOptions(new Share(0.3), Share.ALL, Duration.ofMillis(50), Share.ALL),
            TierOptions.P2);
    var routes = new ArrayList<RouteOptions>();
    var clients = new ArrayList<ClientOptions>();
    double rate = 2 * model.capacity();
    if (mixed) {
      routes.add(route("write", Kind.WRITE, Tier.P0));
      routes.add(route("read", Kind.READ, Tier.P1));
      clients.add(client("write", rate * 0.2));
      clients.add(client("read", rate * 0.3));
    }
    routes.add(route("refresh", Kind.REFRESH, Tier.P2));
    clients.add(client("refresh", mixed ? rate * 0.5 : rate));
    return new ScenarioOptions(
        model.name(),
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(5),
        seed,
        new Share(0.1),
        HintOptions.DEFAULT,
        Map.of("lane", new LaneOptions(20, 64, 0, 0, tiers)),
        Map.of("backend", model.backend()),
        routes,
        clients,
        ExpectOptions.NOTHING);
  }

  private static RouteOptions route(String name, Kind kind, Tier tier) {
    return new RouteOptions(
        name,
        List.of(),
        "/" + name,
        kind,
        tier,
        "lane",
        "backend",
        Duration.ofSeconds(5),
        null,
        1,
        false,
        Overflow.ABORT,
        Auth.NONE,
        List.of(),
        List.of(),
        StreamOptions.DEFAULT);
  }

  private static ClientOptions client(String route, double rate) {
    return new ClientOptions(
        route,
        (int) rate,
        ClientOptions.Arrivals.POISSON,
        0,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ofSeconds(1),
        ClientOptions.Retry.NONE,
        0,
        Duration.ofMillis(100),
        Duration.ofSeconds(10),
        Duration.ofSeconds(5),
        true);
  }
}
