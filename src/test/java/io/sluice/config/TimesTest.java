package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules about how the parts of a request's time fit into the whole. */
class TimesTest {
  private static final String LANE_AND_BACKEND =
      """
      lanes: { main: { limit: 24 } }
      backends: { app: { endpoints: [http://a] } }
      routes:
      """;

  @TempDir private Path folder;

  private void assertRefused(String routes, String... messages) {
    assertThat(Sample.of(folder, LANE_AND_BACKEND + routes).faults()).containsExactly(messages);
  }

  @Test
  void timeoutAboveTheServersMaximum_isRefused() {
    assertRefused(
        "  - { name: a, path: /a, lane: main, backend: app, timeout: 31s }\n",
        "c.yaml:4:61: routes[0].timeout: 31s (expected: at most server.maxDeadline, 30s)");
  }

  @Test
  void ownWaitAboveHalfTheTimeout_isRefused() {
    assertRefused(
        "  - { name: a, path: /a, lane: main, backend: app, timeout: 600ms, wait: 301ms }\n",
        "c.yaml:4:74: routes[0].wait: 301ms (expected: at most half the route's timeout, 300ms)");
    assertRefused(
        "  - { name: a, path: /a, lane: main, backend: app, timeout: 600ms, wait: 300ms }\n");
  }

  @Test
  void timeoutTooShortForTheTiersWait_isRefused() {
    assertRefused(
        "  - { name: a, path: /a, kind: write, lane: main, backend: app, timeout: 199ms }\n",
        "c.yaml:2:13: backends.app.connectTimeout: 250ms (expected: less than routes[0].timeout,"
            + " 199ms)",
        "c.yaml:4:74: routes[0].timeout: 199ms (expected: at least 200ms, twice"
            + " lanes.main.tiers.p0.wait)");
  }

  @Test
  void requestsThatNeverWait_mayBeBrieferThanTheTiersWait() {
    String brief = ", lane: main, backend: app, timeout: 260ms }\n";
    String lane =
        """
        lanes: { main: { limit: 24, tiers: { p1: { wait: 1s } } } }
        backends: { app: { endpoints: [http://a] } }
        routes:
        """;
    assertThat(
            Sample.of(
                    folder,
                    lane
                        + "  - { name: a, path: /a, kind: refresh, tier: p1"
                        + brief
                        + "  - { name: b, path: /b, kind: batch, tier: p1"
                        + brief
                        + "  - { name: c, path: /c, kind: patient, tier: p1"
                        + brief
                        + "  - { name: d, path: /d, kind: read, tier: p2"
                        + brief)
                .faults())
        .isEmpty();
  }

  @Test
  void patientRoute_mayWaitAsLongAsItSays() {
    assertRefused(
        "  - { name: a, path: /a, kind: patient, lane: main, backend: app, timeout: 9s, wait: 8s }\n");
  }

  @Test
  void p2RouteThatWaits_isRefused() {
    assertRefused(
        "  - { name: a, path: /a, tier: p2, lane: main, backend: app, wait: 10ms }\n",
        "c.yaml:4:68: routes[0].wait: 10ms (expected: 0ms, as P2 never waits)");
  }

  @Test
  void p2TierThatWaits_isRefused() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { limit: 24, tiers: { p2: { wait: 1ms } } } }
                    backends: { app: { endpoints: [http://a] } }
                    routes:
                      - { name: a, path: /a, lane: main, backend: app }
                    """)
                .faults())
        .containsExactly(
            "c.yaml:1:50: lanes.main.tiers.p2.wait: 1ms (expected: 0ms, as P2 never waits)");
  }

  @Test
  void connectTimeoutAsLongAsTheBriefestRoute_isRefused() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { limit: 24 } }
                    backends: { app: { endpoints: [http://a], connectTimeout: 500ms } }
                    routes:
                      - { name: a, path: /a, lane: main, backend: app, timeout: 1s }
                      - { name: b, path: /b, lane: main, backend: app, timeout: 500ms }
                    """)
                .faults())
        .containsExactly(
            "c.yaml:2:59: backends.app.connectTimeout: 500ms (expected: less than routes[1].timeout,"
                + " 500ms)");
  }

  @Test
  void connectTimeoutOfAnInProcessBackend_isOfNoInterest() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { workers: 4 } }
                    backends: { app: { inProcess: app } }
                    routes:
                      - { name: a, path: /a, kind: refresh, lane: main, backend: app, timeout: 50ms }
                    """)
                .faults())
        .isEmpty();
  }
}
