package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admin.AdminOptions;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierOptions;
import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.classify.Auth;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.StreamOptions;
import io.sluice.edge.BackendOptions;
import io.sluice.edge.Http2Options;
import io.sluice.edge.PathOptions;
import io.sluice.edge.ServerOptions;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.edge.tls.ServerTlsOptions;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.options.Bytes;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the records hold: what was written, and the defaults of what was not. */
class BindingTest {
  private static final List<String> DEADLINE_HEADERS =
      List.of("x-request-timeout-ms", "grpc-timeout", "x-envoy-expected-rq-timeout-ms");

  @TempDir private Path folder;

  @Test
  void shortestFile_hasTheDocumentedDefaults() {
    GatewayOptions options = Sample.of(folder, Sample.REST).options();

    assertThat(options.server())
        .isEqualTo(
            new ServerOptions(
                "0.0.0.0",
                8080,
                0,
                Duration.ofSeconds(30),
                DEADLINE_HEADERS,
                new Share(0.1),
                List.of(),
                PathOptions.DEFAULT,
                new Bytes(8192),
                new Bytes(16384),
                new Bytes(10 << 20),
                20_000,
                20_000,
                false,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                new Http2Options(true, 100, new Bytes(1 << 20), 200),
                new ServerTlsOptions(
                    List.of(),
                    null,
                    ServerTlsOptions.ClientCert.NONE,
                    "TLSv1.2",
                    Duration.ofSeconds(5))));
    assertThat(options.admin()).isEqualTo(new AdminOptions("127.0.0.1", 9090, ""));
    assertThat(options.retryBudget()).isEqualTo(BudgetOptions.DEFAULT);
    assertThat(options.hints()).isEqualTo(HintOptions.DEFAULT);
    assertThat(options.lanes())
        .isEqualTo(Map.of("main", new LaneOptions(24, 64, 0, 0, LaneOptions.Tiers.DEFAULT)));
    assertThat(options.backends())
        .isEqualTo(
            Map.of(
                "app",
                new BackendOptions(
                    List.of("http://127.0.0.1:8081"),
                    null,
                    Duration.ofMillis(250),
                    Duration.ofSeconds(5),
                    24,
                    BackendOptions.Protocol.HTTP1,
                    BackendTlsOptions.DEFAULT,
                    RetryOptions.DEFAULT,
                    null,
                    BalanceOptions.DEFAULT,
                    EjectionOptions.DEFAULT,
                    null,
                    Duration.ZERO,
                    null,
                    false)));
    assertThat(options.routes())
        .containsExactly(
            new RouteOptions(
                "all",
                List.of(),
                "/*",
                Kind.READ,
                null,
                "main",
                "app",
                Duration.ofSeconds(1),
                null,
                1,
                false,
                Overflow.ABORT,
                Auth.NONE,
                List.of(),
                List.of(),
                StreamOptions.DEFAULT));
  }

  @Test
  void hintDefaults_areWrittenOnceThoughTheyStandTwice() {
    Shape.section(HintOptions.class)
        .entries()
        .forEach(e -> assertThat(Defaults.of(e)).isEqualTo(e.valueIn(HintOptions.DEFAULT)));
  }

  @Test
  void workerLane_hasThreeTimesItsWorkersAsLimitAndTheRestAsBacklog() {
    assertThat(workers("{ workers: 8 }"))
        .isEqualTo(workers("{ workers: 8, limit: 24, backlog: 16 }"));
    assertThat(workers("{ workers: 8, limit: 10 }").backlog()).isEqualTo(2);
    assertThat(workers("{ workers: 8, limit: 4 }").backlog()).isZero();
    assertThat(workers("{ workers: 1 }").firstLimit()).isEqualTo(4);
    assertThat(workers("{ workers: 8, limit: 8, backlog: 0 }").backlog()).isZero();
  }

  private LaneOptions workers(String lane) {
    String yaml =
        """
        lanes: { main: LANE }
        backends: { app: { inProcess: app } }
        routes:
          - { name: all, path: "/*", kind: write, lane: main, backend: app }
        """;
    return Sample.of(folder, yaml.replace("LANE", lane)).options().lane("main");
  }

  @Test
  void tierThatNamesOnlySomeKeys_keepsTheOthersOfItsRank() {
    LaneOptions.Tiers tiers =
        Sample.of(
                folder,
                """
                lanes:
                  main:
                    limit: 24
                    tiers: { p0: { lend: 100% }, p1: { wait: 20ms }, p2: { shedAbove: 70% } }
                backends: { app: { endpoints: [http://a] } }
                routes: [{ name: all, path: "/*", lane: main, backend: app }]
                """)
            .options()
            .lane("main")
            .tiers();
    assertThat(tiers.p0())
        .isEqualTo(new TierOptions(new Share(0.5), Share.ALL, Duration.ofMillis(100), Share.ALL));
    assertThat(tiers.p1())
        .isEqualTo(new TierOptions(new Share(0.3), Share.NONE, Duration.ofMillis(20), Share.ALL));
    assertThat(tiers.p2())
        .isEqualTo(new TierOptions(Share.NONE, Share.NONE, Duration.ZERO, new Share(0.7)));
  }

  @Test
  void poolLeftOut_holdsAllLanesThatFeedTheBackendAtOnce() {
    GatewayOptions options =
        Sample.of(
                folder,
                """
                lanes: { small: { limit: 10 }, large: { limit: 30 } }
                backends: { both: { endpoints: [http://a] }, own: { endpoints: [http://b], pool: 99 } }
                routes:
                  - { name: a, path: /a, lane: small, backend: both }
                  - { name: b, path: /b, lane: large, backend: both }
                  - { name: c, path: /c, lane: small, backend: both }
                  - { name: d, path: /d, lane: small, backend: own }
                """)
            .options();
    assertThat(options.backend("both").pool()).isEqualTo(40);
    assertThat(options.backend("own").pool()).isEqualTo(99);
  }

  @Test
  void orderOfTheFile_isKept() {
    String lanes = "lanes: { z: { limit: 4 }, a: { limit: 4 }, m: { limit: 4 } }\n";
    String routes =
        """
        backends: { app: { endpoints: [http://a] } }
        routes:
          - { name: z, path: /z, lane: z, backend: app }
          - { name: a, path: /a, lane: a, backend: app }
          - { name: m, path: /m, lane: m, backend: app }
        """;
    assertThat(Sample.of(folder, lanes + routes).options().lanes().keySet())
        .containsExactly("z", "a", "m");
  }

  @Test
  void substitutedValues_haveTheTypeOfTheirKey() {
    GatewayOptions options =
        Sample.of(
                folder,
                """
                server:
                  port: ${PORT:-8080}
                  maxBody: "${SIZE}"
                admin: { port: "${ADMIN:-9091}", token: "${DIGITS}" }
                """
                    + Sample.REST.replace(
                        "backend: app",
                        "backend: app, trustIdempotencyKey: \"${FLAG}\", tier: \"${TIER}\""),
                Map.of("SIZE", "2048", "DIGITS", "0123", "FLAG", "true", "TIER", "p0"))
            .options();
    assertThat(options.server().port()).isEqualTo(8080);
    assertThat(options.server().maxBody()).isEqualTo(new Bytes(2048));
    assertThat(options.admin()).isEqualTo(new AdminOptions("127.0.0.1", 9091, "0123"));
    assertThat(options.routes().getFirst().trustIdempotencyKey()).isTrue();
    assertThat(options.routes().getFirst().effectiveTier()).isEqualTo(Tier.P0);
  }

  @Test
  void escapedReference_isNoValueForANumber() {
    assertThat(Sample.of(folder, "server: { port: \"$${PORT}\" }\n" + Sample.REST).faults())
        .containsExactly("c.yaml:1:17: server.port: ${PORT} (expected: 0..65535)");
  }
}
