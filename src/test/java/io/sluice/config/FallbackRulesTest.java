package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.classify.RouteOptions;
import io.sluice.exchange.FallbackKind;
import io.sluice.fallback.FallbackOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fallbacks that could not be given, or would not be true; keys nobody trusts. */
class FallbackRulesTest {
  @TempDir private Path folder;

  private Sample route(String keys) {
    return Sample.of(folder, Sample.REST.replace("backend: app }", "backend: app, " + keys + " }"));
  }

  private void assertRefused(String keys, String... messages) {
    String line = "  - { name: all, path: \"/*\", lane: main, backend: app, " + keys;
    assertThat(route(keys).faults())
        .containsExactly(Arrays.stream(messages).map(m -> placed(m, line)).toArray(String[]::new));
  }

  /**
   * With the column of the {@code <key>} in the place of it, or of the n-th of {@code <list#n>}.
   */
  private static String placed(String message, String line) {
    String wanted = message.substring(message.indexOf('<') + 1, message.indexOf('>'));
    String key = wanted.replaceAll("#.*|=", "");
    int at = line.indexOf(key + ":");
    if (wanted.startsWith("=")) {
      at += key.length() + 2;
    } else if (!key.equals(wanted)) {
      at = line.indexOf('[', at) + 1;
      for (int n = Integer.parseInt(wanted.substring(key.length() + 1)); n > 0; n--) {
        at = line.indexOf(", ", at) + 2;
      }
    }
    return message.replace("<" + wanted + ">", Integer.toString(at + 1));
  }

  private String file(String name, int bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, new byte[bytes]);
    return file.toString();
  }

  @Test
  void leftOut_thereIsNone() {
    var route = Sample.of(folder, Sample.REST).options().routes().getFirst();
    assertThat(route.fallback()).isNull();
    assertThat(route.idempotency()).isNull();
  }

  @Test
  void defaults_areFilledIn() {
    RouteOptions route =
        route("methods: [GET], fallback: { order: [cached] }").options().routes().getFirst();
    FallbackOptions fallback = Objects.requireNonNull(route.fallback());
    assertThat(fallback.kinds()).containsExactly(FallbackKind.CACHED);
    assertThat(fallback.on()).containsExactly("shed", "failed", "500", "502", "503", "504");
    assertThat(fallback.cached().maxAge()).isEqualTo(Duration.ofHours(1));
    Shape.section(FallbackOptions.Cached.class)
        .entries()
        .forEach(
            e -> assertThat(Defaults.of(e)).isEqualTo(e.valueIn(FallbackOptions.Cached.DEFAULT)));
  }

  @Test
  void withoutAnOrder_itIsRefused() {
    assertRefused(
        "fallback: {}",
        "c.yaml:6:<fallback>: routes[0].fallback.order: missing (expected: a list of 1..4)");
  }

  @Test
  void unknownKind_isRefused() {
    assertThat(route("fallback: { order: [cache] }").faults())
        .singleElement()
        .asString()
        .contains("routes[0].fallback.order[0]: cache (expected: one of client-cache");
  }

  @Test
  void kindTwice_isRefused() {
    assertRefused(
        "methods: [GET], fallback: { order: [cached, cached] }",
        "c.yaml:6:<order#1>: routes[0].fallback.order[1]: cached (expected: each kind once)");
  }

  @Test
  void accept_isRefusedUntilThereIsAStore() {
    assertRefused(
        "fallback: { order: [accept] }",
        "c.yaml:6:<order#0>: routes[0].fallback.order[0]: accept (expected: client-cache, cached or static;"
            + " there is no store yet that could keep what is accepted)");
  }

  @Test
  void copies_areForReadsOnly() {
    String message =
        "routes[0].fallback.order: client-cache and cached on a route that takes more than GET and"
            + " HEAD (expected: methods of these two only, or static)";
    assertRefused("fallback: { order: [cached] }", "c.yaml:6:<order>: " + message);
    assertRefused(
        "methods: [GET, POST], fallback: { order: [client-cache] }",
        "c.yaml:6:<order>: " + message);
    assertThat(route("methods: [GET, HEAD], fallback: { order: [cached] }").faults()).isEmpty();
  }

  @Test
  void statusThatIsNoFailure_isRefused() {
    assertRefused(
        "methods: [GET], fallback: { order: [cached], on: [404] }",
        "c.yaml:6:<on#0>: routes[0].fallback.on[0]: 404 (expected: shed, failed, or a status such as"
            + " 503)");
  }

  @Test
  void entryLargerThanAllOfThem_isRefused() {
    assertRefused(
        "methods: [GET], fallback: { order: [cached], cached: { maxEntry: 2MiB, maxBytes: 1MiB } }",
        "c.yaml:6:<=maxEntry>: routes[0].fallback.cached.maxEntry: 2MiB (expected: at most maxBytes, 1MiB)");
  }

  @Test
  void sectionOfWhatIsNotInTheOrder_isRefused() throws IOException {
    assertRefused(
        "methods: [GET], fallback: { order: [cached], static: { file: '%s' } }"
            .formatted(file("a.json", 1)),
        "c.yaml:6:<static>: routes[0].fallback.static: static is not in the order (expected: static in"
            + " order, or no such section)");
    assertRefused(
        "fallback: { order: [static], cached: { maxAge: 1m }, static: { file: '%s' } }"
            .formatted(file("a.json", 1)),
        "c.yaml:6:<cached>: routes[0].fallback.cached: cached is not in the order (expected: cached in"
            + " order, or no such section)");
  }

  @Test
  void staticWithoutAFile_isRefused() {
    assertRefused(
        "fallback: { order: [static] }",
        "c.yaml:6:<order>: routes[0].fallback.order: static without a file (expected: file, byStatus, or"
            + " both)");
    assertRefused(
        "fallback: { order: [static], static: { status: 503 } }",
        "c.yaml:6:<static>: routes[0].fallback.static: static without a file (expected: file, byStatus, or"
            + " both)",
        "c.yaml:6:<=status>: routes[0].fallback.static.status: a status without a file (expected: file)");
  }

  @Test
  void fileThatCannotBeUsed_isRefused() throws IOException {
    String missing = folder.resolve("missing.json").toString();
    assertRefused(
        "fallback: { order: [static], static: { file: '%s' } }".formatted(missing),
        "c.yaml:6:<=file>: routes[0].fallback.static.file: missing.json does not exist");
    Files.createDirectory(folder.resolve("folder.json"));
    assertRefused(
        "fallback: { order: [static], static: { file: '%s' } }"
            .formatted(folder.resolve("folder.json")),
        "c.yaml:6:<=file>: routes[0].fallback.static.file: folder.json is not a file");
    assertRefused(
        "fallback: { order: [static], static: { byStatus: { '503': { file: '%s' } } } }"
            .formatted(file("large.json", (1 << 20) + 1)),
        "c.yaml:6:<=file>: routes[0].fallback.static.byStatus.503.file: large.json is 1048577 bytes"
            + " (expected: at most 1048576)");
  }

  @Test
  void fileOfAnUnknownType_isRefused() throws IOException {
    assertRefused(
        "fallback: { order: [static], static: { file: '%s' } }".formatted(file("a.doc", 1)),
        "c.yaml:6:<=file>: routes[0].fallback.static.file: a.doc (expected: one of .css, .html, .js,"
            + " .json, .png, .svg, .txt, .xml)");
  }

  @Test
  void writeThatWasNotDone_mustNotLookDone() throws IOException {
    String prepared = "fallback: { order: [static], static: { status: %d, file: '%s' } }";
    String file = file("a.json", 1);
    assertRefused(
        prepared.formatted(200, file),
        "c.yaml:6:<=status>: routes[0].fallback.static.status: 200 (expected: 400..599, as this route takes"
            + " more than GET and HEAD)");
    assertThat(route(prepared.formatted(503, file)).faults()).isEmpty();
    assertThat(route("methods: [GET], " + prepared.formatted(200, file)).faults()).isEmpty();
  }

  @Test
  void statusThatNothingIsToldWith_isRefused() throws IOException {
    assertThat(
            route(
                    "fallback: { order: [static], static: { byStatus: { '404': { file: '%s' } } } }"
                        .formatted(file("a.json", 1)))
                .faults())
        .singleElement()
        .asString()
        .contains("byStatus.404: 404 (expected: a status such as 503)");
  }

  @Test
  void gRpcCalls_haveNone() {
    assertRefused(
        "methods: [GET], streams: { grpc: true }, fallback: { order: [cached] }",
        "c.yaml:6:<fallback>: routes[0].fallback: gRPC calls have none (expected: no fallback)");
  }

  @Test
  void keysThatAreNotTrusted_areNotRemembered() {
    assertRefused(
        "idempotency: {}",
        "c.yaml:6:<idempotency>: routes[0].idempotency: keys that are not trusted (expected:"
            + " trustIdempotencyKey: true)");
    var options = route("trustIdempotencyKey: true, idempotency: {}").options();
    assertThat(options.routes().getFirst().idempotency()).isNotNull();
  }

  @Test
  void keysOfReads_areNothingToRemember() {
    assertRefused(
        "methods: [GET], trustIdempotencyKey: true, idempotency: {}",
        "c.yaml:6:<idempotency>: routes[0].idempotency: on a route that only reads (expected: a method that"
            + " writes)");
  }

  @Test
  void answerLargerThanTheMemory_isRefused() {
    assertRefused(
        "trustIdempotencyKey: true, idempotency: { maxAnswer: 1MiB, maxBytes: 64KiB }",
        "c.yaml:6:<=maxAnswer>: routes[0].idempotency.maxAnswer: 1MiB (expected: at most maxBytes, 64KiB)");
  }

  @Test
  void workThatMayBeLost_hasNeither() {
    String yaml =
        """
        lanes: { main: { workers: 4 } }
        backends: { app: { inProcess: scripted } }
        routes:
          - { name: all, path: /*, kind: batch, lane: main, backend: app, overflow: discard,
              trustIdempotencyKey: true, idempotency: {},
              fallback: { order: [static], static: { file: '%s' } } }
        """;
    assertThat(Sample.of(folder, yaml.formatted(folder.resolve("a.json"))).faults())
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .startsWith(
                        "c.yaml:6:7: routes[0].fallback: work that may be lost is answered"))
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .startsWith("c.yaml:5:34: routes[0].idempotency: work that may be lost"));
  }
}
