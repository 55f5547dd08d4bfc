package io.sluice.admin;

import static io.sluice.admin.AdminHarness.GUARDED;
import static io.sluice.admin.AdminHarness.OPEN;
import static io.sluice.admin.AdminHarness.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operator sees of breakers, and can tell them. */
class BreakersPageIT {
  private final AdminHarness admin = new AdminHarness();
  private final CircuitBreaker breaker = admin.gateway.breaker();

  @AfterEach
  void close() {
    admin.close();
  }

  private AdminServer start() {
    admin.metrics.breaker(breaker);
    return admin.start(OPEN);
  }

  private BreakerState state() {
    return breaker.snapshot(admin.gateway.clock.nanoTime()).state();
  }

  private static JsonNode json(HttpResponse<String> response) throws IOException {
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "content-type")).isEqualTo("application/json");
    return new ObjectMapper().readTree(response.body());
  }

  @Test
  void breakers_showStateCountsAndReasons() throws Exception {
    AdminServer server = start();
    admin.gateway.fail(breaker, 2);
    JsonNode closed = json(admin.get(server, "/breakers")).path("breakers").path(0);
    assertThat(closed.path("backend").asText()).isEqualTo("library");
    assertThat(closed.path("state").asText()).isEqualTo("closed");
    assertThat(closed.path("failuresInARow").asInt()).isEqualTo(2);
    assertThat(closed.path("window").path("failed").asInt()).isEqualTo(2);
    assertThat(closed.path("openForMs").asDouble()).isZero();

    admin.gateway.fail(breaker, 2);
    admin.gateway.advance(50 * BusyGateway.MILLI);
    JsonNode open = json(admin.get(server, "/breakers")).path("breakers").path(0);
    assertThat(open.path("state").asText()).isEqualTo("open");
    assertThat(open.path("openForMs").asDouble()).isEqualTo(150);
    assertThat(open.path("refused").asInt()).isEqualTo(1);
    assertThat(open.path("transitions").path("failures").asInt()).isEqualTo(1);
    assertThat(open.path("transitions").path("probe-lost").asInt()).isZero();
    assertThat(open.path("probing").asBoolean()).isFalse();
    Instant.parse(open.path("since").asText());
  }

  @Test
  void breakers_areNone_whereNoBackendHasOne() throws Exception {
    assertThat(json(admin.get(admin.start(OPEN), "/breakers")).path("breakers")).isEmpty();
  }

  @Test
  void operatorsWord_isObeyed_andAnsweredWithWhatCameOfIt() throws Exception {
    AdminServer server = start();
    assertThat(json(admin.send(server, "POST", "/breakers/library/open")).path("state").asText())
        .isEqualTo("forced-open");
    assertThat(state()).isEqualTo(BreakerState.FORCED_OPEN);
    assertThat(json(admin.send(server, "POST", "/breakers/library/close")).path("state").asText())
        .isEqualTo("forced-closed");
    JsonNode auto = json(admin.send(server, "POST", "/breakers/library/auto"));
    assertThat(auto.path("state").asText()).isEqualTo("closed");
    assertThat(auto.path("transitions").path("forced").asInt()).isEqualTo(2);
    assertThat(auto.path("transitions").path("released").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/breakers/warehouse/open",
        "/breakers//open",
        "/breakers/open",
        "/breakers/library/x/open",
        "/breakers/library/toggle",
        "/breakers/library/open/"
      })
  void unknownBackendOrWord_isNotFound(String path) throws Exception {
    assertThat(admin.send(start(), "POST", path).statusCode()).isEqualTo(404);
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void otherMethods_areNotAllowed() throws Exception {
    AdminServer server = start();
    for (String method : List.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS")) {
      HttpResponse<String> response = admin.send(server, method, "/breakers/library/open");
      assertThat(response.statusCode()).as(method).isEqualTo(405);
      assertThat(header(response, "allow")).isEqualTo("POST");
    }
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }

  @ParameterizedTest
  @CsvSource({"none, 401", "Bearer wrong, 401", "Bearer s3cret, 200"})
  void word_needsTheToken_whereThereIsOne(String authorization, int status) throws Exception {
    admin.metrics.breaker(breaker);
    AdminServer server = admin.start(GUARDED);
    assertThat(
            admin
                .send(server, "POST", "/breakers/library/open", "Authorization", authorization)
                .statusCode())
        .isEqualTo(status);
    assertThat(state() == BreakerState.FORCED_OPEN).isEqualTo(status == 200);
  }

  /** A page anywhere can have an operator's browser post to this machine. */
  @Test
  void word_isNotTakenFromAPageInABrowser() throws Exception {
    AdminServer server = start();
    for (String origin : List.of("https://elsewhere.example", "null")) {
      assertThat(
              admin.send(server, "POST", "/breakers/library/open", "Origin", origin).statusCode())
          .isEqualTo(403);
    }
    assertThat(state()).isEqualTo(BreakerState.CLOSED);
  }
}
