package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarningsTest {
  @TempDir private Path folder;

  @Test
  void readsAndWritesInOneTierOfALane_areWarnedAboutOnce() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { limit: 24 } }
                    backends: { app: { endpoints: [http://a] } }
                    routes:
                      - { name: a, path: /a, kind: read, lane: main, backend: app }
                      - { name: b, path: /b, kind: write, tier: p1, lane: main, backend: app }
                      - { name: c, path: /c, kind: patient, lane: main, backend: app }
                      - { name: d, path: /d, kind: write, lane: main, backend: app }
                    """)
                .warnings())
        .containsExactly(
            "c.yaml:5:55: warning: routes[1].lane: writes share lanes.main and tier p1 with reads,"
                + " routes[0]");
  }

  @Test
  void accessLogWithoutAPlace_isWarnedAbout() {
    assertThat(Sample.of(folder, "accessLog: { format: combined }\n" + Sample.REST).warnings())
        .containsExactly("c.yaml:1:1: warning: accessLog: file is off, so nothing is logged");
    assertThat(Sample.of(folder, "accessLog: { file: off }\n" + Sample.REST).warnings()).isEmpty();
  }

  @Test
  void lendingToWorkThatOutlivesAP0sWait_isWarnedAbout() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes:
                      main:
                        limit: 24
                        tiers: { p0: { lend: 50% }, p1: { lend: 100% } }
                    backends: { app: { endpoints: [http://a], connectTimeout: 20ms } }
                    routes:
                      - { name: a, path: /a, kind: refresh, lane: main, backend: app, timeout: 100ms }
                      - { name: b, path: /b, kind: refresh, lane: main, backend: app, timeout: 101ms }
                    """)
                .warnings())
        .containsExactly(
            "c.yaml:4:26: warning: lanes.main.tiers.p0.lend: what is lent may come back too late:"
                + " routes[1].timeout is 101ms, and a P0 waits 100ms");
  }

  @Test
  void keepingReservesHard_isNot() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { limit: 24 } }
                    backends: { app: { endpoints: [http://a] } }
                    routes:
                      - { name: a, path: /a, kind: refresh, lane: main, backend: app, timeout: 10s }
                    """)
                .warnings())
        .isEmpty();
  }

  @Test
  void backendWithoutARoute_isWarnedAbout() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { limit: 24 } }
                    backends:
                      app: { endpoints: [http://a] }
                      spare: { endpoints: [http://b] }
                    routes:
                      - { name: a, path: /a, lane: main, backend: app }
                    """)
                .warnings())
        .containsExactly("c.yaml:4:3: warning: backends.spare: no route uses it");
  }
}
