package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults in the form of single values and keys, and in the YAML itself. */
class FormTest {
  @TempDir private Path folder;

  private List<String> faults(String yaml) {
    return Sample.of(folder, yaml).faults();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          port: -1              | 9  | server.port: -1 (expected: 0..65535)
          port: "80"            | 9  | server.port: "80" (expected: 0..65535)
          port: 8080.5          | 9  | server.port: 8080.5 (expected: 0..65535)
          port: 99999999999     | 9  | server.port: 99999999999 (expected: 0..65535)
          port:                 | 8  | server.port: nothing (expected: 0..65535)
          port: [1]             | 3  | server.port: a list (expected: 0..65535)
          maxConnections: 0     | 19 | server.maxConnections: 0 (expected: 1..1000000)
          maxConnections: -1    | 19 | server.maxConnections: -1 (expected: 1..1000000)
          maxConnections: .inf  | 19 | server.maxConnections: .inf (expected: 1..1000000)
          maxConnections: unlimited | 19 | server.maxConnections: unlimited (expected: 1..1000000)
          maxBody: unlimited    | 12 | server.maxBody: unlimited (expected: 0..1GiB, written like 512, 16KiB or 10MiB)
          maxBody: -1           | 12 | server.maxBody: -1 (expected: 0..1GiB, written like 512, 16KiB or 10MiB)
          maxBody: 2GiB         | 12 | server.maxBody: 2GiB (expected: 0..1GiB)
          maxBody: 999999999999999GiB | 12 | server.maxBody: 999999999999999GiB (expected: 0..1GiB, written like 512, 16KiB or 10MiB)
          maxHeaders: 512       | 15 | server.maxHeaders: 512 (expected: 1KiB..1MiB)
          maxDeadline: 0ms      | 16 | server.maxDeadline: 0ms (expected: 10ms..1h)
          maxDeadline: 2h       | 16 | server.maxDeadline: 2h (expected: 10ms..1h)
          maxDeadline: 30       | 16 | server.maxDeadline: 30 (expected: 10ms..1h, written like 250ms, 1s, 5m or 1h)
          maxDeadline: 1d       | 16 | server.maxDeadline: 1d (expected: 10ms..1h, written like 250ms, 1s, 5m or 1h)
          maxDeadline: 1.5s     | 16 | server.maxDeadline: 1.5s (expected: 10ms..1h, written like 250ms, 1s, 5m or 1h)
          maxDeadline: unlimited | 16 | server.maxDeadline: unlimited (expected: 10ms..1h, written like 250ms, 1s, 5m or 1h)
          deadlineMargin: 10    | 19 | server.deadlineMargin: 10 (expected: 0%..100%, written like 30%)
          deadlineMargin: 101%  | 19 | server.deadlineMargin: 101% (expected: 0%..100%, written like 30%)
          deadlineMargin: -1%   | 19 | server.deadlineMargin: -1% (expected: 0%..100%, written like 30%)
          deadlineHeaders: [x]  | 21 | server.deadlineHeaders[0]: x (expected: one of x-request-timeout-ms, grpc-timeout, x-envoy-expected-rq-timeout-ms)
          deadlineHeaders: x    | 20 | server.deadlineHeaders: x (expected: a list)
          host: ""              | 9  | server.host: "" (expected: an address or host name)
          host: a b             | 9  | server.host: a b (expected: an address or host name)
          host: !x 1.2.3.4      | 9  | server.host: a tag (expected: none; quote text that begins with !)
          prot: 80              | 3  | server.prot: unknown key (did you mean "port"?)
          max_body: 1KiB        | 3  | server.max_body: unknown key (did you mean "maxBody"?)
          """)
  void valueThatIsNotOfItsForm_isRefused(String line, int column, String message) {
    assertThat(faults("server:\n  " + line + "\n" + Sample.REST))
        .containsExactly("c.yaml:2:" + column + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          kind: writ            | 62 | kind: writ (expected: one of write, read, patient, refresh, fanout, async, batch)
          tier: P0              | 62 | tier: P0 (expected: one of p0, p1, p2)
          overflow: drop        | 66 | overflow: drop (expected: one of abort, discard, discard-oldest, caller-runs)
          methods: [get]        | 66 | methods[0]: get (expected: one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS)
          trustIdempotencyKey: 1 | 77 | trustIdempotencyKey: 1 (expected: true or false)
          weight: 0             | 64 | weight: 0 (expected: 1..1000)
          """)
  void routeValueThatIsNotOfItsForm_isRefused(String pair, int column, String message) {
    String yaml = Sample.REST.replace("backend: app }", "backend: app, " + pair + " }");
    assertThat(faults(yaml)).containsExactly("c.yaml:6:" + column + ": routes[0]." + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "", "/a*b", "/**", "/a?b", "/a#b", "/a b", "/a[b]", "/a|b", "/ä"})
  void pathThatNoRequestCanHave_isRefused(String path) {
    assertThat(faults(Sample.REST.replace("/*", path)))
        .containsExactly(
            "c.yaml:6:24: routes[0].path: "
                + Document.printable(path)
                + " (expected: a path such as /loans, /titles/:id or /static/*)");
  }

  @Test
  void missingKeys_areNamedWithWhatTheyShouldHold() {
    assertThat(faults("server: {}\n"))
        .containsExactly(
            "c.yaml:1:1: backends: missing (expected: 1..100 names, each with a mapping)",
            "c.yaml:1:1: lanes: missing (expected: 1..100 names, each with a mapping)",
            "c.yaml:1:1: routes: missing (expected: a list of 1..1000)");
    assertThat(faults(Sample.REST.replace(", lane: main", "")))
        .containsExactly(
            "c.yaml:2:3: lanes.main: no route uses it (expected: at least one)",
            "c.yaml:6:5: routes[0].lane: missing (expected: the name of a lane)");
  }

  @Test
  void misspeltKey_isNotAlsoReportedAsMissing() {
    assertThat(faults(Sample.REST.replace("name: all", "nmae: all")))
        .containsExactly("c.yaml:6:7: routes[0].nmae: unknown key (did you mean \"name\"?)");
  }

  @Test
  void keyUnlikeAnyOther_isRefusedWithAllThatAreKnown() {
    assertThat(faults("hints: { everything: 1 }\n" + Sample.REST))
        .containsExactly("c.yaml:1:10: hints.everything: unknown key (known: max, jitter)");
  }

  @Test
  void duplicateKey_isRefusedAtItsSecondPlace() {
    assertThat(faults("hints:\n  max: 1s\n  jitter: 1s\n  max: 2s\n" + Sample.REST))
        .containsExactly("c.yaml:4:3: hints.max: duplicate key (first at line 2)");
  }

  @Test
  void nameOutsideItsAlphabet_isRefused() {
    assertThat(faults(Sample.REST.replace("main", "Main")))
        .containsExactly(
            "c.yaml:2:3: lanes.Main: Main (expected: a name of up to 63 lower-case letters, digits"
                + " and dashes)");
  }

  @Test
  void routesWithoutARoute_areRefused() {
    String yaml = Sample.REST.substring(0, Sample.REST.indexOf("routes:"));
    assertThat(faults(yaml + "routes: []\n"))
        .contains("c.yaml:5:1: routes: a list (expected: a list of 1..1000)");
  }

  @Test
  void fileThatIsNotYaml_isRefusedWhereItStops() {
    assertThat(faults("lanes: [a\nroutes: b\n"))
        .containsExactly("c.yaml:2:7: not YAML: expected ',' or ']', but got :");
    assertThat(faults("admin: { token: ${TOKEN} }\n"))
        .singleElement()
        .asString()
        .startsWith("c.yaml:1:18: not YAML: ")
        .endsWith("(inside { } and [ ], write \"${NAME}\" in quotes)");
    assertThat(faults("a: 1\n---\nb: 2\n")).singleElement().asString().contains("not YAML");
    assertThat(faults("# nothing\n"))
        .containsExactly("c.yaml:1:1: empty (expected: lanes, backends, routes)");
  }

  @Test
  void rootThatIsNoMapping_isRefused() {
    assertThat(faults("- lanes\n"))
        .containsExactly(
            "c.yaml:1:1: a list (expected: a mapping with server, admin, accessLog, hints, callers, jwt,"
                + " retryBudget, lanes, backends, routes)");
  }

  @Test
  void fileThatCannotBeRead_isNamedInOneLine() {
    assertThat(ConfigLoader.load(Path.of("no/such.yaml"), name -> null))
        .hasToString("Invalid[faults=[no/such.yaml: no such file]]");
    assertThat(ConfigLoader.load(folder, name -> null))
        .hasToString("Invalid[faults=[" + folder + ": a folder, not a file]]");
  }

  @Test
  void aliasThatContainsItself_ends() {
    assertThat(faults("lanes: &a { main: *a }\nserver: &b [*b]\n")).isNotEmpty();
  }

  @Test
  void aliasThatRepeatsASection_isAccepted() {
    var options =
        Sample.of(
                folder,
                """
                lanes:
                  one: &same { limit: 12, tiers: &shares { p0: { reserve: 40% } } }
                  two: *same
                  three: { limit: 13, tiers: *shares }
                backends: { app: { endpoints: [http://a] } }
                routes:
                  - { name: a, path: /a, lane: one, backend: app }
                  - { name: b, path: /b, lane: two, backend: app }
                  - { name: c, path: /c, lane: three, backend: app }
                """)
            .options();
    assertThat(options.lane("two")).isEqualTo(options.lane("one"));
  }

  @Test
  void allFaults_areReportedInOneRunInTheOrderOfTheFile() {
    assertThat(
            faults(
                """
                server: { prot: 80, idleTimeout: 5s }
                lanes:
                  main: { limit: 24, waiters: -1, tiers: { p2: { wait: 5ms } } }
                  spare: { limit: 4 }
                backends:
                  app: { connectTimeout: 1d }
                routes:
                  - { name: a, path: /a, lane: mian, backend: app, timeout: 40s }
                  - { name: a, path: /b, kind: what, lane: main, backend: app, overflow: caller-runs }
                  - { name: c, path: /a, lane: main, backend: app, trustIdempotencyKey: "${NOT_SET}" }
                """))
        .containsExactly(
            "c.yaml:1:11: server.prot: unknown key (did you mean \"port\"?)",
            "c.yaml:1:34: server.idleTimeout: 5s (expected: more than maxDeadline, 30s)",
            "c.yaml:3:31: lanes.main.waiters: -1 (expected: 0..10000)",
            "c.yaml:3:56: lanes.main.tiers.p2.wait: 5ms (expected: 0ms, as P2 never waits)",
            "c.yaml:4:3: lanes.spare: no route uses it (expected: at least one)",
            "c.yaml:6:3: backends.app: neither endpoints nor inProcess nor fanout (expected: one of them)",
            "c.yaml:6:26: backends.app.connectTimeout: 1d (expected: 1ms..60s, written like 250ms,"
                + " 1s, 5m or 1h)",
            "c.yaml:8:32: routes[0].lane: no lane is called mian (did you mean \"main\"?)",
            "c.yaml:8:61: routes[0].timeout: 40s (expected: at most server.maxDeadline, 30s)",
            "c.yaml:9:13: routes[1].name: a (expected: a name of its own; routes[0] has this one)",
            "c.yaml:9:32: routes[1].kind: what (expected: one of write, read, patient, refresh,"
                + " fanout, async, batch)",
            "c.yaml:9:74: routes[1].overflow: caller-runs (expected: abort, discard or"
                + " discard-oldest; the submitter is an event loop, which never does the work itself)",
            "c.yaml:10:22: routes[2].path: /a is never reached: routes[0] (/a) before it takes every"
                + " request",
            "c.yaml:10:73: routes[2].trustIdempotencyKey: ${NOT_SET}: not set (expected: a value, or"
                + " ${NOT_SET:-default})");
  }
}
