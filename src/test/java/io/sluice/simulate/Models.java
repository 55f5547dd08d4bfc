package io.sluice.simulate;

import io.sluice.config.ScenarioLoader;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The backends that limits are compared on, and the load they are put under: twice too much. */
final class Models {
  /** When a spell begins and ends, in those that have one. */
  static final int SPELL_FROM = 20;

  static final int SPELL_UNTIL = 40;

  /**
   * One of them.
   *
   * @param what in words
   * @param backend as a scenario file has it
   * @param capacity requests a second it can complete at its best, while nothing befalls it
   * @param asked what is asked of a limit on it
   */
  record Model(String name, String what, String backend, double capacity, Asked asked) {}

  /** What is asked of a limit. */
  enum Asked {
    /** Nothing ever befalls it. */
    STATIONARY,
    /** Likewise, and its throughput falls past a knee. */
    KNEE,
    /** It is slower for a third of the time. */
    STEP,
    /** It is smaller for a third of the time. */
    SHRUNK,
    /** It becomes slower and slower. */
    LEAK
  }

  private static final List<Model> ALL =
      List.of(
          new Model(
              "exponential",
              "16 servers, exponential 10 ms",
              "servers: 16, service: 10ms, shape: exponential",
              1600,
              Asked.STATIONARY),
          new Model(
              "lognormal",
              "16 servers, lognormal 10 ms, σ 0.5",
              "servers: 16, service: 10ms, shape: lognormal, spread: 50%",
              1600,
              Asked.STATIONARY),
          new Model(
              "bimodal",
              "16 servers, 2 ms, every fifth 50 ms",
              "servers: 16, service: 2ms, shape: bimodal, slow: 50ms, slowShare: 20%",
              1379,
              Asked.STATIONARY),
          new Model("fixed", "8 servers, 6 ms", "servers: 8, service: 6ms", 1333, Asked.STATIONARY),
          new Model(
              "contended",
              "lognormal 10 ms, USL κ 0.3 %: best at 18",
              "servers: 1000, service: 10ms, shape: lognormal, coherency: 0.3%",
              usl(10, 0, 0.003),
              Asked.KNEE),
          new Model(
              "contended-hard",
              "exponential 5 ms, USL σ 2 %, κ 0.8 %: best at 11",
              "servers: 1000, service: 5ms, shape: exponential, contention: 2%, coherency: 0.8%",
              usl(5, 0.02, 0.008),
              Asked.KNEE),
          new Model(
              "contended-steady",
              "10 ms, USL σ 2 %, κ 0.5 %: best at 14",
              "servers: 1000, service: 10ms, contention: 2%, coherency: 0.5%",
              usl(10, 0.02, 0.005),
              Asked.KNEE),
          new Model(
              "step-4",
              "exponential; 20 s of 60 four times as slow",
              spell("slower: 4"),
              1600,
              Asked.STEP),
          new Model(
              "step-10",
              "exponential; 20 s of 60 ten times as slow",
              spell("slower: 10"),
              1600,
              Asked.STEP),
          new Model(
              "shrunk",
              "exponential; 20 s of 60 with 4 of its 16 servers",
              spell("servers: 4"),
              1600,
              Asked.SHRUNK),
          new Model(
              "leak",
              "exponential; 2 % slower every second, compounding",
              "servers: 16, service: 10ms, shape: exponential, leak: 2%, leakFrom: 0ms",
              1600,
              Asked.LEAK));

  private Models() {}

  static List<Model> all() {
    return ALL;
  }

  static Model named(String name) {
    return ALL.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  private static String spell(String what) {
    return String.format(
        Locale.ROOT,
        "servers: 16, service: 10ms, shape: exponential, spells: [{ from: %ds, until: %ds, %s }]",
        SPELL_FROM,
        SPELL_UNTIL,
        what);
  }

  /** The most that a backend under the Universal Scalability Law can do. */
  private static double usl(double millis, double sigma, double kappa) {
    double best = 0;
    for (int n = 1; n < 1000; n++) {
      best = Math.max(best, n / (1 + sigma * (n - 1) + kappa * n * (n - 1.0)));
    }
    return best * 1000 / millis;
  }

  /**
   * A fifth of the load is P0, three tenths are P1, half is P2, and nobody comes again.
   *
   * @param limit as a scenario's lane has it: {@code limit: 20}
   */
  static ScenarioOptions scenario(Model model, String limit, int seconds, int seed) {
    double rate = 2 * model.capacity();
    String yaml =
        String.format(
            Locale.ROOT,
            """
            about: %s
            lasts: %ds
            warmUp: 5s
            seed: %d
            lanes:
              lane: { %s, tiers: { p0: { lend: 100%% }, p1: { lend: 100%% } } }
            backends:
              backend: { %s }
            routes:
              - { name: write, path: /w, kind: write, lane: lane, backend: backend, timeout: 5s }
              - { name: read, path: /r, kind: read, lane: lane, backend: backend, timeout: 5s }
              - { name: refresh, path: /f, kind: refresh, lane: lane, backend: backend, timeout: 5s }
            clients:
              - { route: write, rate: %.0f, timeout: 5s }
              - { route: read, rate: %.0f, timeout: 5s }
              - { route: refresh, rate: %.0f, timeout: 5s }
            """,
            model.name(),
            seconds,
            seed,
            limit,
            model.backend(),
            0.2 * rate,
            0.3 * rate,
            0.5 * rate);
    return load(yaml);
  }

  private static ScenarioOptions load(String yaml) {
    try {
      Path file = Files.createTempFile("model", ".yaml");
      try {
        Files.writeString(file, yaml);
        return switch (ScenarioLoader.load(file, _ -> null)) {
          case ScenarioLoader.Scenario.Valid valid -> valid.options();
          case ScenarioLoader.Scenario.Invalid(var faults) ->
              throw new IllegalStateException(faults + "\n" + yaml);
        };
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
