package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.Gateway;
import io.sluice.TestGateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A real gateway whose limit follows a backend that can do only so much at once. */
class AdaptiveLimitIT {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^sluice_lane_limit\\{lane=\"main\"} ([0-9.]+)$");
  private static final long WORK_NANOS = 10_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String CONFIG =
      """
      lanes:
        main:
          limit: adaptive
          adaptive: { %s }
          tiers: { p0: { reserve: 0%% }, p1: { reserve: 0%% } }
      backends: { main: { endpoints: ["%s"] } }
      routes:
        - { name: all, path: /*, kind: read, lane: main, backend: main, timeout: 10s }
      """;

  /** Works on so many calls at once, for 10 ms each; the others queue. */
  private static final class Scarce implements AutoCloseable {
    private final Semaphore places;
    final RawServer server;

    Scarce(int concurrency) throws Exception {
      places = new Semaphore(concurrency, true);
      server = new RawServer(this::serve);
    }

    private void serve(RawServer.Connection connection) throws IOException, InterruptedException {
      while (!connection.readHead().isEmpty()) {
        places.acquire();
        try {
          LockSupport.parkNanos(WORK_NANOS);
        } finally {
          places.release();
        }
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      }
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** Many clients who ask again as soon as they are answered, or a little later when refused. */
  private static final class Crowd implements AutoCloseable {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private volatile boolean gone;

    Crowd(Gateway gateway, int clients) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/x")).build();
      for (int i = 0; i < clients; i++) {
        threads.submit(
            () -> {
              while (!gone) {
                int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
                if (status != 200) {
                  LockSupport.parkNanos(WORK_NANOS);
                }
              }
              return null;
            });
      }
    }

    @Override
    public void close() {
      gone = true;
      threads.close();
      http.close();
    }
  }

  private static String page(Gateway gateway, String path) {
    try (var http = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static double limit(Gateway gateway) {
    Matcher found = LIMIT.matcher(page(gateway, "/metrics"));
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static JsonNode lane(Gateway gateway) throws IOException {
    return new ObjectMapper().readTree(page(gateway, "/limits")).path("lanes").get(0);
  }

  private static Gateway gateway(Scarce backend, String adaptive) throws Exception {
    return TestGateway.start(CONFIG.formatted(adaptive, backend.server.url()));
  }

  @Test
  void limitThatIsTooHigh_comesDown_andSaysWhy() throws Exception {
    // 64 calls at once take 160 ms each.
    try (var backend = new Scarce(4);
        var gateway = gateway(backend, "initial: 64, max: 64, maxHealthyLatency: 60ms")) {
      assertThat(limit(gateway)).isEqualTo(64);
      try (var _ = new Crowd(gateway, 80)) {
        await().atMost(PATIENCE).until(() -> limit(gateway) < 40);
      }
      JsonNode lane = lane(gateway);
      assertThat(lane.path("mode").asText()).isEqualTo("enforce");
      assertThat(lane.path("algorithm").asText()).isEqualTo("vegas");
      JsonNode first = lane.path("moves").get(lane.path("moves").size() - 1);
      assertThat(first.path("from").asInt()).isEqualTo(64);
      assertThat(first.path("to").asInt()).isLessThan(64);
      assertThat(first.path("reason").asText()).isNotEmpty();
      assertThat(first.path("saturated").asBoolean()).isTrue();
      assertThat(page(gateway, "/metrics"))
          .containsPattern("sluice_limit_moves_total\\{lane=\"main\",reason=\"[a-z-]+\"} [1-9]");
    }
  }

  @Test
  void limitThatIsTooLow_goesUp_andSaysWhy() throws Exception {
    try (var backend = new Scarce(32);
        var gateway = gateway(backend, "initial: 4")) {
      try (var _ = new Crowd(gateway, 60)) {
        await().atMost(PATIENCE).until(() -> limit(gateway) >= 10);
      }
      JsonNode moves = lane(gateway).path("moves");
      assertThat(moves.get(moves.size() - 1).path("from").asInt()).isEqualTo(4);
      assertThat(moves.findValuesAsText("reason")).containsAnyOf("queue-short", "growth-capped");
    }
  }

  @Test
  void limitInTheShadow_movesBesideTheNumberInForce() throws Exception {
    try (var backend = new Scarce(32);
        var gateway =
            TestGateway.start(
                CONFIG
                    .formatted("mode: shadow, initial: 4", backend.server.url())
                    .replace("limit: adaptive", "limit: 24"))) {
      try (var _ = new Crowd(gateway, 60)) {
        await().atMost(PATIENCE).until(() -> !lane(gateway).path("moves").isEmpty());
        assertThat(limit(gateway)).isEqualTo(24);
      }
      assertThat(page(gateway, "/metrics")).contains("sluice_lane_limit_shadow{lane=\"main\"}");
    }
  }
}
