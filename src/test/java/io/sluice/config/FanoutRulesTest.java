package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.edge.FanoutOptions;
import io.sluice.edge.FanoutOptions.TargetOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Backends that are several others at once: what is read and refused. */
class FanoutRulesTest {
  private static final String FILE =
      """
      lanes: { main: { limit: 24 } }
      backends:
        app: { endpoints: [http://a] }
        all: { FANOUT }
      routes:
        - { name: a, path: /a, kind: KIND, lane: main, backend: all, timeout: 1s }
        - { name: b, path: /b, lane: main, backend: app, timeout: 1s }
      """;

  @TempDir private Path folder;

  private Sample of(String fanout, String kind) {
    return Sample.of(folder, FILE.replace("FANOUT", fanout).replace("KIND", kind));
  }

  @Test
  void targets_areRead() {
    Sample sample =
        of(
            "fanout: { answer: quorum, targets: [ { name: x, backend: app, path: /x, timeout: 1s } ] }",
            "fanout");
    assertThat(sample.options().backend("all").fanout())
        .isEqualTo(
            new FanoutOptions(
                FanoutOptions.Rule.QUORUM,
                List.of(new TargetOptions("x", "app", "/x", Duration.ofSeconds(1)))));
  }

  @Test
  void poolOfATarget_holdsTheLanesOfItsFanOut() {
    Sample sample = of("fanout: { targets: [ { name: x, backend: app } ] }", "fanout");
    assertThat(sample.options().backend("app").pool())
        .isEqualTo(sample.options().lane("main").limit());
  }

  @Test
  void limitThatFollowsOneBackend_isNoneOfAFanOut() {
    Sample sample =
        Sample.of(
            folder,
            FILE.replace("limit: 24", "limit: adaptive")
                .replace("FANOUT", "fanout: { targets: [ { name: x, backend: app } ] }")
                .replace("KIND", "fanout"));
    assertThat(sample.faults())
        .containsExactly(
            "c.yaml:6:61: routes[0].backend: all is several backends, and the limit of lanes.main"
                + " follows one (expected: another; or a number as its limit)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          fanout: { targets: [ { name: x, backend: nobody } ] } | fanout | \
          c.yaml:4:51: backends.all.fanout.targets[0].backend: nobody (expected: the name of a backend that has endpoints)
          fanout: { targets: [ { name: x, backend: all } ] } | fanout | \
          c.yaml:4:51: backends.all.fanout.targets[0].backend: all (expected: the name of a backend that has endpoints)
          fanout: { targets: [ { name: x, backend: app }, { name: x, backend: app } ] } | fanout | \
          c.yaml:4:66: backends.all.fanout.targets[1].name: x (expected: a name that no other target has)
          fanout: { targets: [ { name: x, backend: app, timeout: 2s } ] } | fanout | \
          c.yaml:4:65: backends.all.fanout.targets[0].timeout: 2s (expected: at most routes[0].timeout, 1s)
          fanout: { targets: [ { name: x, backend: app } ] } | read | \
          c.yaml:6:32: routes[0].kind: read (expected: fanout, as backends.all is one)
          fanout: { targets: [ { name: x, backend: app } ] }, slowStart: 1s | fanout | \
          c.yaml:4:73: backends.all.slowStart: a fan-out calls nobody itself (expected: none)
          endpoints: [http://b] | fanout | \
          c.yaml:6:32: routes[0].kind: fanout (expected: another, as backends.all is no fan-out)
          endpoints: [http://b], fanout: { targets: [ { name: x, backend: app } ] } | fanout | \
          c.yaml:4:3: backends.all: endpoints and fanout (expected: one of them)
          """)
  void badFanOut_isRefusedWithItsPlace(String fanout, String kind, String fault) {
    assertThat(of(fanout, kind).faults()).contains(fault);
  }
}
