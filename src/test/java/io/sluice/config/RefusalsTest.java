package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rule that looks at more than one value, with its message and place. */
class RefusalsTest {
  @TempDir private Path folder;

  private void assertRefused(String yaml, String... messages) {
    assertThat(Sample.of(folder, yaml).faults()).containsExactly(messages);
  }

  // ---- references

  @Test
  void laneThatDoesNotExist_isRefusedWithTheNearestName() {
    assertRefused(
        """
        lanes: { library: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: all, path: /, lane: libary, backend: app }
        """,
        "c.yaml:4:33: routes[0].lane: no lane is called libary (did you mean \"library\"?)");
  }

  @Test
  void backendThatDoesNotExist_isRefusedWithAllThatDo() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] }, other: { endpoints: [http://b] } }
        routes:
          - { name: all, path: /, lane: main, backend: elsewhere }
        """,
        "c.yaml:4:48: routes[0].backend: no backend is called elsewhere (known: app, other)");
  }

  @Test
  void laneWithoutARoute_isRefused() {
    assertRefused(
        """
        lanes:
          main: { limit: 8 }
          spare:
            limit: 8
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: all, path: /, lane: main, backend: app }
        """,
        "c.yaml:3:3: lanes.spare: no route uses it (expected: at least one)");
  }

  // ---- routes

  @Test
  void routeNameTakenBefore_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: loans, path: /loans, lane: main, backend: app }
          - { name: loans, path: /other, lane: main, backend: app }
        """,
        "c.yaml:5:13: routes[1].name: loans (expected: a name of its own; routes[0] has this one)");
  }

  @Test
  void routeBehindAWiderOne_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: one, path: "/titles/:id", lane: main, backend: app }
          - { name: new, path: /titles/new, methods: [GET], lane: main, backend: app }
        """,
        "c.yaml:5:24: routes[1].path: /titles/new is never reached: routes[0] (/titles/:id) before"
            + " it takes every request");
  }

  @Test
  void routeWhoseMethodsAreAllTakenByEarlierOnes_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: get, path: "/a/*", methods: [GET], lane: main, backend: app }
          - { name: post, path: "/a/:b", methods: [POST], lane: main, backend: app }
          - { name: both, path: /a/b, methods: [GET, POST], lane: main, backend: app }
        """,
        "c.yaml:6:25: routes[2].path: /a/b is never reached: routes[0] (/a/*) and routes[1] (/a/:b)"
            + " before it take every request");
  }

  @Test
  void narrowerRouteBeforeAWiderOne_isAccepted() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: new, path: /titles/new, lane: main, backend: app }
          - { name: get, path: "/titles/:id", methods: [GET], lane: main, backend: app }
          - { name: all, path: "/titles/:id", lane: main, backend: app }
        """);
  }

  @Test
  void parameterTwiceInOnePath_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: all, path: "/:id/of/:id", lane: main, backend: app }
        """,
        "c.yaml:4:24: routes[0].path: /:id/of/:id (expected: each parameter once, not :id)");
  }

  // ---- overflow

  @Test
  void callerRuns_isRefusedOnEveryRoute() {
    assertRefused(
        """
        lanes: { main: { workers: 4 } }
        backends: { app: { inProcess: app } }
        routes:
          - { name: all, path: /, kind: batch, lane: main, backend: app, overflow: caller-runs }
        """,
        "c.yaml:4:76: routes[0].overflow: caller-runs (expected: abort, discard or discard-oldest;"
            + " the submitter is an event loop, which never does the work itself)");
  }

  @Test
  void discard_isRefusedWhereItLosesAWrite() {
    assertRefused(
        """
        lanes: { main: { workers: 4 } }
        backends: { app: { inProcess: app } }
        routes:
          - { name: a, path: /a, kind: write, lane: main, backend: app, overflow: discard }
          - { name: b, path: /b, kind: patient, lane: main, backend: app, overflow: discard-oldest }
        """,
        "c.yaml:4:75: routes[0].overflow: discard (expected: abort, as what a write route accepts"
            + " must be done)",
        "c.yaml:5:77: routes[1].overflow: discard-oldest (expected: abort, as what a patient route"
            + " accepts must be done)");
  }

  @Test
  void discard_isRefusedInFrontOfAnotherProcess() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, kind: batch, lane: main, backend: app, overflow: discard }
        """,
        "c.yaml:4:75: routes[0].overflow: discard (expected: abort, as backends.app is not"
            + " inProcess)");
  }

  @Test
  void discardOldest_isRefusedWhereOrderMatters() {
    assertRefused(
        """
        lanes: { main: { workers: 4 } }
        backends: { app: { inProcess: app } }
        routes:
          - { name: a, path: /a, kind: async, lane: main, backend: app, overflow: discard }
          - { name: b, path: /b, kind: async, lane: main, backend: app, overflow: discard-oldest }
        """,
        "c.yaml:5:75: routes[1].overflow: discard-oldest (expected: abort or discard, as order"
            + " matters on an async route)");
  }

  @Test
  void discard_isRefusedOnALaneWhereOthersHoldPermits() {
    assertRefused(
        """
        lanes: { main: { workers: 4 } }
        backends: { app: { inProcess: app } }
        routes:
          - { name: a, path: /a, kind: read, lane: main, backend: app }
          - { name: b, path: /b, kind: batch, lane: main, backend: app, overflow: discard }
        """,
        "c.yaml:5:45: routes[1].lane: main (expected: a lane of its own, as routes[0] counts on all"
            + " its places)");
  }

  // ---- backends and workers

  @Test
  void backendThatIsBothOrNeither_isRefused() {
    assertRefused(
        """
        lanes: { main: { workers: 4 } }
        backends:
          both: { inProcess: app, endpoints: [http://a] }
          neither: { endpoints: [] }
        routes:
          - { name: a, path: /a, lane: main, backend: both }
          - { name: b, path: /b, lane: main, backend: neither }
        """,
        "c.yaml:3:3: backends.both: endpoints and inProcess (expected: one of them)",
        "c.yaml:4:3: backends.neither: neither endpoints nor inProcess nor fanout (expected: one of them)");
  }

  @Test
  void inProcessBackendBehindALaneWithoutWorkers_isRefused() {
    assertRefused(
        """
        lanes:
          main: { limit: 8 }
        backends: { app: { inProcess: app } }
        routes:
          - { name: a, path: /a, lane: main, backend: app }
        """,
        "c.yaml:2:3: lanes.main.workers: 0 (expected: 1..1024, as routes[0] sends work to the"
            + " in-process backends.app)");
  }

  @Test
  void poolBelowTheLimitOfALaneThatFeedsIt_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 24 } }
        backends: { app: { endpoints: [http://a], pool: 23 } }
        routes:
          - { name: a, path: /a, lane: main, backend: app }
        """,
        "c.yaml:2:49: backends.app.pool: 23 (expected: at least lanes.main.limit, 24)");
  }

  @Test
  void endpointThatCannotBeDialled_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 24 } }
        backends: { app: { endpoints: ["http://a:99999", "http://a:80"] } }
        routes:
          - { name: a, path: /a, lane: main, backend: app }
        """,
        "c.yaml:2:32: backends.app.endpoints[0]: http://a:99999 (expected: http://host:port or"
            + " https://host:port, with a port of 1..65535)");
  }

  // ---- lanes

  @Test
  void limitAboveWorkersAndBacklog_isRefused() {
    assertRefused(
        """
        lanes:
          main: { workers: 8, backlog: 8, limit: 24 }
        backends: { app: { inProcess: app } }
        routes:
          - { name: a, path: /a, lane: main, backend: app }
        """,
        "c.yaml:2:42: lanes.main.limit: 24 (expected: at most workers + backlog, 8 + 8 = 16)");
  }

  @Test
  void limitBelowFour_isRefused() {
    assertRefused(
        "lanes: { main: { limit: 3 } }"
            + Sample.REST.substring("lanes:\n  main: { limit: 24 }".length()),
        "c.yaml:1:25: lanes.main.limit: 3 (expected: 4..100000 or adaptive)");
  }

  @Test
  void reservesAboveTheWhole_areRefused() {
    assertRefused(
        """
        lanes:
          main:
            limit: 24
            tiers:
              p0: { reserve: 60% }
              p1: { reserve: 40.5% }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, kind: write, lane: main, backend: app }
        """,
        "c.yaml:4:5: lanes.main.tiers: reserves of 60% + 40.5% + 0% (expected: at most 100%"
            + " together)");
  }

  @Test
  void watermarkForATierThatIsNeverShedForIt_isRefused() {
    assertRefused(
        """
        lanes:
          main:
            limit: 24
            tiers: { p0: { shedAbove: 90% } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, lane: main, backend: app }
        """,
        "c.yaml:4:31: lanes.main.tiers.p0.shedAbove: 90% (expected: 100%, as only P2 is shed before"
            + " the lane is full)");
  }

  @Test
  void weightThatDoesNotFitAnIdleLane_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 10 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, kind: write, lane: main, backend: app, weight: 10 }
          - { name: b, path: /b, kind: read, lane: main, backend: app, weight: 6 }
          - { name: c, path: /c, kind: refresh, lane: main, backend: app, weight: 3 }
        """,
        "c.yaml:5:72: routes[1].weight: 6 (expected: at most 5, all that lanes.main has for p1 when"
            + " idle)",
        "c.yaml:6:75: routes[2].weight: 3 (expected: at most 2, all that lanes.main has for p2 when"
            + " idle)");
  }

  @Test
  void tierThatCanNeverEnter_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 10, tiers: { p0: { reserve: 100% }, p1: { reserve: 0% } } } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: b, path: /b, kind: read, lane: main, backend: app }
        """,
        "c.yaml:4:44: routes[0].lane: lanes.main has no permit for p1 even when idle");
  }

  // ---- streams

  @Test
  void messageShorterThanAFrame_isRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, lane: main, backend: app, streams: { maxMessage: 1KiB } }
          - { name: b, path: /b, lane: main, backend: app, streams: { maxFrame: 8MiB } }
        """,
        "c.yaml:4:75: routes[0].streams.maxMessage: 1KiB (expected: at least maxFrame, 1MiB)",
        "c.yaml:5:52: routes[1].streams.maxMessage: 4MiB (expected: at least maxFrame, 8MiB)");
  }

  @Test
  void grpcStreams_whereThereAreNone_areRefused() {
    assertRefused(
        """
        lanes: { main: { limit: 8 } }
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: a, path: /a, lane: main, backend: app, streams: { grpc: true, max: 0 } }
        """,
        "c.yaml:4:80: routes[0].streams.max: 0 (expected: at least 1, as gRPC calls are streams"
            + " here)");
  }

  @Test
  void streamsOfCodeInThisProcess_areRefused() {
    assertRefused(
        """
        lanes: { main: { workers: 8 } }
        backends: { app: { inProcess: library } }
        routes:
          - { name: a, path: /a, lane: main, backend: app, streams: { max: 10 } }
        """,
        "c.yaml:4:52: routes[0].streams: backends.app runs in this process (expected: no streams)");
  }

  // ---- the listeners

  @Test
  void adminOnTheNetworkWithoutAToken_isRefused() {
    assertRefused(
        "admin: { host: 0.0.0.0 }\n" + Sample.REST,
        "c.yaml:1:1: admin.token: missing (expected: a token, as 0.0.0.0 is not loopback)");
    assertRefused(
        "admin: { host: '::', token: ' ' }\n" + Sample.REST,
        "c.yaml:1:29: admin.token: missing (expected: a token, as :: is not loopback)");
  }

  @Test
  void adminOnLoopbackOrWithAToken_isAccepted() {
    assertRefused("admin: { host: 127.9.9.9 }\n" + Sample.REST);
    assertRefused("admin: { host: '::1' }\n" + Sample.REST);
    assertRefused("admin: { host: '[::1]' }\n" + Sample.REST);
    assertRefused("admin: { host: localhost }\n" + Sample.REST);
    assertRefused("admin: { host: 0.0.0.0, token: 12345 }\n" + Sample.REST);
  }

  @Test
  void idleTimeoutWithinTheLongestDeadline_isRefused() {
    assertRefused(
        "server: { maxDeadline: 30s, idleTimeout: 30s }\n" + Sample.REST,
        "c.yaml:1:42: server.idleTimeout: 30s (expected: more than maxDeadline, 30s)");
    assertRefused(
        "server: { maxDeadline: 90s }\n" + Sample.REST,
        "c.yaml:1:1: server.idleTimeout: 1m (expected: more than maxDeadline, 90s)");
  }

  @Test
  void proxiesThatAreNoCidr_areRefused() {
    assertRefused(
        "server: { trustedProxies: [10.0.0.0/8, 10.0.0.0/33, 'fe80::/129', 10.1, '::1'] }\n"
            + Sample.REST,
        "c.yaml:1:40: server.trustedProxies[1]: 10.0.0.0/33 (expected: an address or CIDR such as"
            + " 10.0.0.0/8)",
        "c.yaml:1:53: server.trustedProxies[2]: fe80::/129 (expected: an address or CIDR such as"
            + " 10.0.0.0/8)",
        "c.yaml:1:67: server.trustedProxies[3]: 10.1 (expected: an address or CIDR such as"
            + " 10.0.0.0/8)");
  }
}
