package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.CoDelOptions;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.PolicyMode;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.LimitOptions.Algorithm;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.options.LaneLimit;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lanes whose limit moves: what is read, and what is refused. */
class AdaptiveRulesTest {
  private static final String ONE_ROUTE =
      """
      lanes: { main: LANE }
      backends: { app: { endpoints: [http://a] } }
      routes:
        - { name: a, path: /a, weight: 2, lane: main, backend: app }
      """;

  @TempDir private Path folder;

  private Sample lane(String lane) {
    return Sample.of(folder, ONE_ROUTE.replace("LANE", lane));
  }

  private LaneOptions read(String lane) {
    return lane(lane).options().lane("main");
  }

  // ---- what is read

  @Test
  void laneWithoutWorkers_isAdaptiveByDefault() {
    LaneOptions options = read("{}");
    assertThat(options.limit()).isEqualTo(LaneLimit.ADAPTIVE);
    assertThat(options.adaptive()).isEqualTo(LimitOptions.DEFAULT);
    assertThat(options).isEqualTo(read("{ limit: adaptive }"));
    assertThat(options).isEqualTo(read("{ adaptive: { min: 4 } }"));
    assertThat(options.firstLimit()).isEqualTo(20);
    assertThat(options.backlog()).isZero();
  }

  @Test
  void everyKey_isRead() {
    LaneOptions options =
        read(
            """
            { limit: adaptive,
              adaptive: { algorithm: gradient, mode: enforce, min: 5, max: 50, initial: 6,
                maxHealthyLatency: 250ms },
              codel: { target: 7ms, interval: 70ms, mode: shadow }, waitShortening: "off" }
            """);
    assertThat(options.adaptive())
        .isEqualTo(
            new LimitOptions(Algorithm.GRADIENT, Mode.ENFORCE, 5, 50, 6, Duration.ofMillis(250)));
    assertThat(options.codel())
        .isEqualTo(
            new CoDelOptions(Duration.ofMillis(7), Duration.ofMillis(70), PolicyMode.SHADOW));
    assertThat(options.waitShortening()).isEqualTo(PolicyMode.OFF);
  }

  @Test
  void number_hasNothingThatMoves_unlessInTheShadow() {
    assertThat(read("{ limit: 24 }").adaptive()).isNull();
    assertThat(read("{ limit: 24 }").newLimit()).isNull();
    LaneOptions shadowed = read("{ limit: 24, adaptive: { mode: shadow } }");
    assertThat(shadowed.newLimit()).isNotNull();
    assertThat(shadowed.enforcesMoves()).isFalse();
    assertThat(shadowed.largestLimit()).isEqualTo(24);
  }

  @Test
  void poolLeftOut_isTheLargestLimit() {
    assertThat(lane("{ adaptive: { max: 77 } }").options().backend("app").pool()).isEqualTo(77);
  }

  @Test
  void workerLane_keepsThreeTimesItsWorkers_andMayBeAdaptive() {
    LaneOptions fixed = worker("{ workers: 8 }").options().lane("main");
    assertThat(fixed.limit()).isEqualTo(new LaneLimit(24));
    LaneOptions adaptive = worker("{ workers: 8, limit: adaptive }").options().lane("main");
    assertThat(adaptive.backlog()).isEqualTo(192);
  }

  private Sample worker(String lane) {
    return Sample.of(
        folder, ONE_ROUTE.replace("LANE", lane).replace("endpoints: [http://a]", "inProcess: app"));
  }

  // ---- what is refused

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { limit: fast }                                   | c.yaml:1:25: lanes.main.limit: fast (expected: 4..100000 or adaptive)
          { limit: Adaptive }                               | c.yaml:1:25: lanes.main.limit: Adaptive (expected: 4..100000 or adaptive)
          { limit: 0 }                                      | c.yaml:1:25: lanes.main.limit: 0 (expected: 4..100000 or adaptive)
          { limit: -4 }                                     | c.yaml:1:25: lanes.main.limit: -4 (expected: 4..100000 or adaptive)
          { limit: 100001 }                                 | c.yaml:1:25: lanes.main.limit: 100001 (expected: 4..100000 or adaptive)
          { limit: 4.5 }                                    | c.yaml:1:25: lanes.main.limit: 4.5 (expected: 4..100000 or adaptive)
          { limit: [4] }                                    | c.yaml:1:18: lanes.main.limit: a list (expected: 4..100000 or adaptive)
          { adaptive: { min: 3 } }                          | c.yaml:1:35: lanes.main.adaptive.min: 3 (expected: 4..100000)
          { adaptive: { algorithm: bbr } }                  | c.yaml:1:41: lanes.main.adaptive.algorithm: bbr (expected: one of vegas, gradient, aimd, fixed)
          { adaptive: { mode: "off" } }                     | c.yaml:1:36: lanes.main.adaptive.mode: "off" (expected: one of enforce, shadow)
          { adaptive: { maxHealthyLatency: 0ms } }          | c.yaml:1:49: lanes.main.adaptive.maxHealthyLatency: 0ms (expected: 1ms..10m)
          { adaptive: { maxlimit: 8 } }                     | c.yaml:1:30: lanes.main.adaptive.maxlimit: unknown key (known: algorithm, mode, min, max, initial, maxHealthyLatency)
          { adaptive: { min: 20, max: 10 } }                | c.yaml:1:44: lanes.main.adaptive.max: 10 (expected: at least adaptive.min, 20)
          { adaptive: { max: 10 } }                         | c.yaml:1:18: lanes.main.adaptive.initial: 20 (expected: adaptive.min..adaptive.max, 4..10)
          { adaptive: { min: 30 } }                         | c.yaml:1:18: lanes.main.adaptive.initial: 20 (expected: adaptive.min..adaptive.max, 30..200)
          { adaptive: { initial: 300 } }                    | c.yaml:1:39: lanes.main.adaptive.initial: 300 (expected: adaptive.min..adaptive.max, 4..200)
          { limit: adaptive, adaptive: { mode: shadow } }   | c.yaml:1:53: lanes.main.adaptive.mode: shadow (expected: enforce; or a number in lanes.main.limit, which stays in force)
          { adaptive: { mode: shadow } }                    | c.yaml:1:36: lanes.main.adaptive.mode: shadow (expected: enforce; or a number in lanes.main.limit, which stays in force)
          { limit: 24, adaptive: { mode: enforce } }        | c.yaml:1:47: lanes.main.adaptive.mode: enforce (expected: shadow, as lanes.main.limit is a number; or limit: adaptive)
          { limit: 24, adaptive: { max: 100 } }             | c.yaml:1:29: lanes.main.adaptive.mode: enforce (expected: shadow, as lanes.main.limit is a number; or limit: adaptive)
          { codel: { target: 0ms } }                        | c.yaml:1:35: lanes.main.codel.target: 0ms (expected: 1ms..10s)
          { codel: { interval: 2m } }                       | c.yaml:1:37: lanes.main.codel.interval: 2m (expected: 10ms..1m)
          { codel: { mode: on } }                           | c.yaml:1:33: lanes.main.codel.mode: on (expected: one of enforce, shadow, off)
          { waitShortening: never }                         | c.yaml:1:34: lanes.main.waitShortening: never (expected: one of enforce, shadow, off)
          """)
  void badLane_isRefusedWithItsPlace(String lane, String message) {
    assertThat(lane(lane).faults()).containsExactly(message);
  }

  @Test
  void largestLimit_fitsWorkersAndBacklog() {
    assertThat(worker("{ workers: 8, backlog: 8, limit: adaptive }").faults())
        .containsExactly(
            "c.yaml:1:10: lanes.main.adaptive.max: 200 (expected: at most workers + backlog, 8 + 8 ="
                + " 16)");
  }

  @Test
  void largestLimit_fitsThePool() {
    String yaml = ONE_ROUTE.replace("LANE", "{ adaptive: { max: 30 } }");
    assertThat(Sample.of(folder, yaml.replace("[http://a]", "[http://a], pool: 29")).faults())
        .containsExactly(
            "c.yaml:2:49: backends.app.pool: 29 (expected: at least lanes.main.adaptive.max, 30)");
  }

  @Test
  void weight_fitsTheSmallestLimit() {
    String yaml = ONE_ROUTE.replace("LANE", "{ adaptive: { min: 8 } }");
    assertThat(Sample.of(folder, yaml.replace("weight: 2", "weight: 5")).faults())
        .containsExactly(
            "c.yaml:4:34: routes[0].weight: 5 (expected: at most 4, all that lanes.main has for p1"
                + " when idle and at its smallest limit, 8)");
  }

  @Test
  void laneThatMoves_feedsOneBackend() {
    String routes =
        """
        lanes: { main: LANE }
        backends: { a: { endpoints: [http://a] }, b: { endpoints: [http://b] } }
        routes:
          - { name: a, path: /a, lane: main, backend: a }
          - { name: a2, path: /a2, lane: main, backend: a }
          - { name: b, path: /b, lane: main, backend: b }
          - { name: b2, path: /b2, lane: main, backend: b }
        """;
    for (String moves : new String[] {"{}", "{ limit: 24, adaptive: { mode: shadow } }"}) {
      assertThat(Sample.of(folder, routes.replace("LANE", moves)).faults())
          .containsExactly(
              "c.yaml:6:47: routes[2].backend: b is the second backend of lanes.main, whose limit"
                  + " follows one, that of routes[0] (expected: the same; or a lane of its own; or a"
                  + " number as its limit)");
    }
    assertThat(Sample.of(folder, routes.replace("LANE", "{ limit: 24 }")).faults()).isEmpty();
  }
}
