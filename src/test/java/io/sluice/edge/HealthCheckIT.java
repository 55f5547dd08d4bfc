package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.TestGateway;
import io.sluice.edge.Replica.Manner;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Instances that are asked for their health. */
class HealthCheckIT {
  private static final String CHECKED =
      "health: { path: /healthz, interval: 50ms, timeout: 50ms, rise: 2, fall: 2 }";

  private Replica one;
  private Replica two;

  @BeforeEach
  void begin() throws Exception {
    one = new Replica();
    two = new Replica();
  }

  @AfterEach
  void end() throws Exception {
    one.close();
    two.close();
  }

  @Test
  void unhealthyInstance_getsNothing_untilItIsWellAgain() throws Exception {
    try (var rig = new BalanceRig(CHECKED, one, two)) {
      two.health(503);
      await().until(() -> rig.state(two).equals("unhealthy"));
      assertThat(rig.endpoint(two).path("why").asText())
          .isEqualTo("health checks fail: status 503");
      int before = two.requests();
      assertThat(rig.send(50)).isEqualTo(50);
      assertThat(two.requests()).isEqualTo(before);
      assertThat(rig.metric("sluice_endpoint_available", two.address())).isZero();
      assertThat(rig.metric("sluice_health_checks_failed_total", two.address()))
          .isGreaterThanOrEqualTo(2);

      two.health(200);
      await().until(() -> rig.state(two).equals("available"));
      assertThat(rig.send(50)).isEqualTo(50);
      assertThat(two.requests()).isGreaterThan(before);
    }
  }

  @Test
  void instanceThatIsGone_isTakenOut_beforeAnyRequestFinds() throws Exception {
    try (var rig = new BalanceRig(CHECKED, one, two)) {
      two.close();
      await().until(() -> rig.state(two).equals("unhealthy"));
      assertThat(rig.endpoint(two).path("why").asText()).contains("cannot connect");
      assertThat(rig.send(50)).isEqualTo(50);
      assertThat(rig.metric("sluice_failovers_total", "main")).isZero();
    }
  }

  @Test
  void whenNoneIsHealthy_allAreUsed() throws Exception {
    try (var rig = new BalanceRig(CHECKED, one, two)) {
      one.health(500);
      two.health(500);
      await().until(() -> rig.state(one).equals("unhealthy") && rig.state(two).equals("unhealthy"));
      assertThat(rig.send(40)).isEqualTo(40);
      assertThat(one.requests()).isPositive();
      assertThat(two.requests()).isPositive();
      assertThat(rig.metric("sluice_backend_panic", "main")).isEqualTo(1);
    }
  }

  @Test
  void whenNoneIsHealthy_andNobodyPanics_thereIsNoEndpoint() throws Exception {
    try (var rig = new BalanceRig(CHECKED + ", ejection: { panic: 0% }", one, two)) {
      one.health(500);
      two.health(500);
      await().until(() -> rig.state(one).equals("unhealthy") && rig.state(two).equals("unhealthy"));
      var answer = RawClient.get(rig.gateway.port(), "/");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("no-endpoint");
      assertThat(one.requests() + two.requests()).isZero();
      await().until(() -> rig.gateway.state().requests() == 0);
    }
  }

  @Test
  void checks_passAFullLane_andAreNoneOfItsCalls_fieldCases36And39() throws Exception {
    one.that(Manner.STALLS);
    try (var rig = new BalanceRig(CHECKED, one)) {
      var clients = new ArrayList<RawClient>();
      for (int i = 0; i < 16; i++) {
        clients.add(new RawClient(rig.gateway.port()).send("GET", "/", ""));
      }
      await().until(() -> one.requests() == 16);
      int checks = one.checks();
      await().until(() -> one.checks() >= checks + 3);
      assertThat(rig.state(one)).isEqualTo("available");
      assertThat(rig.metric("sluice_lane_arrivals_total", "tier=\"p0\"")).isEqualTo(16);
      assertThat(rig.endpoint(one).path("inFlight").asInt()).isEqualTo(16);
      for (RawClient client : clients) {
        client.leave();
      }
      await().until(() -> rig.endpoint(one).path("inFlight").asInt() == 0);
    }
  }

  @Test
  void instanceThatDoesNotAnswerChecks_isTakenOut() throws Exception {
    try (var silent = new RawServer(RawServer.Connection::awaitClose)) {
      try (var gateway =
          TestGateway.start(
              """
              lanes: { main: { limit: 8 } }
              backends: { main: { endpoints: ['%s', '%s'], %s } }
              routes:
                - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
              """
                  .formatted(one.url(), silent.url(), CHECKED))) {
        await()
            .until(
                () ->
                    RawClient.get(gateway.adminPort(), "/backends")
                        .body()
                        .contains("no answer in 50 ms"));
        await()
            .until(
                () -> RawClient.get(gateway.adminPort(), "/backends").body().contains("unhealthy"));
        for (int i = 0; i < 20; i++) {
          assertThat(RawClient.get(gateway.port(), "/").status()).isEqualTo(200);
        }
      }
    }
  }

  @Test
  void checks_speakWhatTheBackendSpeaks() throws Exception {
    var versions = new CopyOnWriteArrayList<HttpVersion>();
    Vertx vertx = Vertx.vertx();
    try {
      int port =
          vertx
              .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
              .requestHandler(
                  request -> {
                    versions.add(request.version());
                    var _ = request.response().end("well");
                  })
              .listen()
              .toCompletionStage()
              .toCompletableFuture()
              .join()
              .actualPort();
      try (var gateway =
          TestGateway.start(
              """
              lanes: { main: { limit: 8 } }
              backends: { main: { endpoints: ['http://127.0.0.1:%d'], protocol: h2, %s } }
              routes:
                - { name: all, path: /*, lane: main, backend: main, timeout: 2s }
              """
                  .formatted(port, CHECKED))) {
        await().until(() -> versions.size() >= 5);
        assertThat(versions).containsOnly(HttpVersion.HTTP_2);
        assertThat(RawClient.get(gateway.adminPort(), "/backends").body())
            .contains("available", "status 200");
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  @Test
  void backendWithoutChecks_isNotAsked() throws Exception {
    try (var rig = new BalanceRig("slowStart: 0s", one, two)) {
      rig.send(20);
      assertThat(List.of(one.checks(), two.checks())).containsExactly(0, 0);
      assertThat(rig.endpoint(one).has("lastCheck")).isFalse();
    }
  }
}
