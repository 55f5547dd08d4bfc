package io.sluice.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Asks the processes of the demonstration how they are, from outside the load. */
final class Probe implements AutoCloseable {
  private static final long POLL_NANOS = 50_000_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
  private final ObjectMapper json = new ObjectMapper();

  /** Waits until the address answers 200. */
  void awaitOk(String url, Child child) throws IOException, InterruptedException {
    long untilNanos = NanoClock.SYSTEM.nanoTime() + PATIENCE.toNanos();
    while (!answersOk(url)) {
      child.check();
      if (NanoClock.SYSTEM.nanoTime() - untilNanos >= 0) {
        throw new IOException(url + " did not answer within " + PATIENCE.toSeconds() + " s");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean answersOk(String url) throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(URI.create(url))).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Whether anything listens there already. */
  boolean isTaken(int port) throws InterruptedException {
    try {
      send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")));
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }

  /** The text at an address. */
  String get(String url) throws IOException, InterruptedException {
    return ok(HttpRequest.newBuilder(URI.create(url)));
  }

  /** What is answered to a JSON document. */
  JsonNode post(String url, String document) throws IOException, InterruptedException {
    return json.readTree(
        ok(
            HttpRequest.newBuilder(URI.create(url))
                .POST(HttpRequest.BodyPublishers.ofString(document))));
  }

  private String ok(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = send(request);
    if (response.statusCode() != 200) {
      throw new IOException(
          "%s answered %d: %s"
              .formatted(response.uri(), response.statusCode(), response.body().strip()));
    }
    return response.body();
  }

  /** Waits until the library has worked off all it holds, and returns its counters. */
  JsonNode awaitIdle(String library) throws IOException, InterruptedException {
    while (true) {
      JsonNode stats =
          json.readTree(send(HttpRequest.newBuilder(URI.create(library + "/stats"))).body());
      if (stats.path("inFlight").asLong() == 0 && stats.path("queued").asLong() == 0) {
        return stats;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Sets the library's counters to zero. */
  CompletableFuture<?> reset(String library) {
    return http.sendAsync(
        HttpRequest.newBuilder(URI.create(library + "/stats/reset"))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.discarding());
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return http.send(
        request.timeout(Duration.ofSeconds(5)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.close();
  }
}
