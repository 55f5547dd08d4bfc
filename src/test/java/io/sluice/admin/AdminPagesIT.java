package io.sluice.admin;

import static io.sluice.admin.AdminHarness.GUARDED;
import static io.sluice.admin.AdminHarness.OPEN;
import static io.sluice.admin.AdminHarness.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdminPagesIT {
  private final AdminHarness admin = new AdminHarness();
  private volatile Readiness readiness = Readiness.STARTING;

  @AfterEach
  void close() {
    admin.close();
  }

  private static void assertProblem(HttpResponse<String> response, int status) throws IOException {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(header(response, "content-type")).isEqualTo("application/problem+json");
    JsonNode problem = new ObjectMapper().readTree(response.body());
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("type").asText()).isEqualTo("about:blank");
    assertThat(problem.get("title").asText()).isNotEmpty();
    assertThat(problem.get("detail").asText()).isNotEmpty();
  }

  @Test
  void livez_says200_whateverTheReadiness() throws Exception {
    AdminServer server = admin.start(OPEN, () -> readiness);
    for (Readiness each : Readiness.values()) {
      readiness = each;
      assertThat(admin.get(server, "/livez").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({"STARTING, 503", "READY, 200", "DRAINING, 503"})
  void readyz_followsTheReadiness_andGivesItsReason(Readiness now, int status) throws Exception {
    AdminServer server = admin.start(OPEN, () -> readiness);
    readiness = now;
    HttpResponse<String> response = admin.get(server, "/readyz");

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(header(response, "content-type")).isEqualTo("application/json");
    assertThat(header(response, "cache-control")).isEqualTo("no-store");
    JsonNode body = new ObjectMapper().readTree(response.body());
    assertThat(body.get("ready").asBoolean()).isEqualTo(status == 200);
    assertThat(body.get("reason").asText()).isEqualTo(now.code());
  }

  @Test
  void readyz_flips_onAnOpenConnection() throws Exception {
    AdminServer server = admin.start(OPEN, () -> readiness);
    assertThat(admin.get(server, "/readyz").statusCode()).isEqualTo(503);
    readiness = Readiness.READY;
    assertThat(admin.get(server, "/readyz").statusCode()).isEqualTo(200);
    readiness = Readiness.DRAINING;
    assertThat(admin.get(server, "/readyz").statusCode()).isEqualTo(503);
  }

  @Test
  void index_namesEveryPage() throws Exception {
    AdminServer server = admin.start(OPEN);
    HttpResponse<String> index = admin.get(server, "/");

    assertThat(index.statusCode()).isEqualTo(200);
    assertThat(header(index, "content-type")).startsWith("text/plain");
    assertThat(index.body())
        .contains("/livez", "/readyz", "/metrics", "/limits", "/backends", "/breakers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/limits", "/backends", "/breakers", "/nowhere"})
  void token_isAskedFor_whereverThereIsSomethingToHide(String path) throws Exception {
    AdminServer server = admin.start(GUARDED);
    HttpResponse<String> without = admin.get(server, path);

    assertProblem(without, 401);
    assertThat(header(without, "www-authenticate")).startsWith("Bearer ");
    assertProblem(admin.get(server, path, "Authorization", "Bearer wrong"), 401);
    assertProblem(admin.send(server, "POST", path), 401);
    assertThat(admin.get(server, path, "Authorization", "Bearer s3cret").statusCode())
        .isEqualTo(path.equals("/nowhere") ? 404 : 200);
  }

  @Test
  void token_isNotAskedFor_byTheHealthChecks() throws Exception {
    AdminServer server = admin.start(GUARDED, () -> readiness);
    readiness = Readiness.READY;

    assertThat(admin.get(server, "/livez").statusCode()).isEqualTo(200);
    assertThat(admin.get(server, "/readyz", "Authorization", "Bearer wrong").statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nowhere",
        "/metrics/",
        "/livez/x",
        "//metrics",
        "/Metrics",
        "/breakers/",
        "/breakers/library"
      })
  void unknownPaths_areNotFound(String path) throws Exception {
    assertProblem(admin.get(admin.start(OPEN), path), 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/livez", "/readyz", "/metrics", "/limits", "/backends", "/breakers"})
  void otherMethods_areNotAllowed(String path) throws Exception {
    AdminServer server = admin.start(OPEN);
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "BREW")) {
      HttpResponse<String> response = admin.send(server, method, path);
      assertProblem(response, 405);
      assertThat(header(response, "allow")).isEqualTo("GET, HEAD");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/livez", "/metrics", "/limits", "/backends", "/breakers"})
  void head_isGetWithoutTheBody(String path) throws Exception {
    AdminServer server = admin.start(OPEN);
    HttpResponse<String> head = admin.send(server, "HEAD", path);

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "content-type"))
        .isEqualTo(header(admin.get(server, path), "content-type"));
  }

  @Test
  void limits_showEveryLane_andTheMovesOfThoseThatMove() throws Exception {
    admin.metrics.lane(admin.gateway.lane);
    admin.metrics.lane(admin.gateway.shadowed());
    admin.metrics.lane(admin.gateway.moving());
    HttpResponse<String> response = admin.get(admin.start(OPEN), "/limits");

    assertThat(header(response, "content-type")).isEqualTo("application/json");
    JsonNode lanes = new ObjectMapper().readTree(response.body()).path("lanes");
    assertThat(lanes).hasSize(3);
    JsonNode fixed = lanes.get(0);
    assertThat(fixed.path("lane").asText()).isEqualTo("core");
    assertThat(fixed.path("mode").asText()).isEqualTo("fixed");
    assertThat(fixed.path("limit").asInt()).isEqualTo(4);
    assertThat(fixed.has("moves")).isFalse();
    JsonNode moving = lanes.get(1);
    assertThat(moving.path("lane").asText()).isEqualTo("moving");
    assertThat(moving.path("mode").asText()).isEqualTo("enforce");
    assertThat(moving.path("algorithm").asText()).isEqualTo("aimd");
    assertThat(moving.path("limit").asInt()).isEqualTo(18);
    JsonNode shadowed = lanes.get(2);
    assertThat(shadowed.path("mode").asText()).isEqualTo("shadow");
    assertThat(shadowed.path("limit").asInt()).isEqualTo(9);
    assertThat(shadowed.path("value").asDouble()).isEqualTo(18);
    for (JsonNode lane : List.of(moving, shadowed)) {
      JsonNode move = lane.path("moves").get(0);
      assertThat(move.path("from").asInt()).isEqualTo(20);
      assertThat(move.path("to").asInt()).isEqualTo(18);
      assertThat(move.path("reason").asText()).isEqualTo("unhealthy");
      assertThat(move.path("samples").asInt()).isEqualTo(50);
      assertThat(move.path("windowMs").asDouble()).isEqualTo(250);
      assertThat(move.path("medianMs").asDouble()).isBetween(4.9, 5.1);
      assertThat(move.path("meanInFlight").asDouble()).isEqualTo(1);
      assertThat(move.path("saturated").asBoolean()).isFalse();
      Instant.parse(move.path("time").asText());
    }
  }

  @Test
  void backends_showEveryEndpoint_andWhyItGetsNoRequests() throws Exception {
    admin.metrics.fleet(admin.gateway.fleet());
    HttpResponse<String> response = admin.get(admin.start(OPEN), "/backends");

    assertThat(header(response, "content-type")).isEqualTo("application/json");
    JsonNode backend = new ObjectMapper().readTree(response.body()).path("backends").path(0);
    assertThat(backend.path("backend").asText()).isEqualTo("library");
    assertThat(backend.path("available").asInt()).isEqualTo(2);
    assertThat(backend.path("panic").asBoolean()).isFalse();
    JsonNode first = backend.path("endpoints").path(0);
    assertThat(first.path("endpoint").asText()).isEqualTo("10.0.0.1:80");
    assertThat(first.path("state").asText()).isEqualTo("available");
    assertThat(first.path("inFlight").asInt()).isEqualTo(1);
    JsonNode dead = backend.path("endpoints").path(2);
    assertThat(dead.path("state").asText()).isEqualTo("ejected");
    assertThat(dead.path("why").asText())
        .isEqualTo("failures, the last connect-failed; for another 1000 ms");
    assertThat(dead.path("failuresInARow").asInt()).isEqualTo(5);
    assertThat(dead.path("penalty").asDouble()).isEqualTo(5);
  }

  @Test
  void faults_areAnsweredWithAProblem_andTheNextRequestIsServed() throws Exception {
    Supplier<Readiness> broken =
        () -> {
          throw new IllegalStateException("nobody knows");
        };
    AdminServer server = admin.start(OPEN, broken);

    assertProblem(admin.get(server, "/readyz"), 500);
    assertThat(admin.get(server, "/livez").statusCode()).isEqualTo(200);
  }
}
