package io.sluice.library;

import io.sluice.spi.Answer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Health, counters and knobs of the stand-alone server, answered on its event loop. */
final class ControlPlane {
  private final Stats stats;
  private final Knobs knobs;
  private final EndpointKnobs endpoints;
  private final IntSupplier queued;

  ControlPlane(Stats stats, Knobs knobs, EndpointKnobs endpoints, IntSupplier queued) {
    this.stats = stats;
    this.knobs = knobs;
    this.endpoints = endpoints;
    this.queued = queued;
  }

  /** Whether a path belongs here and not to the workers. */
  boolean owns(String path) {
    return switch (path) {
      case "/health", "/stats", "/stats/reset", "/knobs", "/endpoints" -> true;
      default -> false;
    };
  }

  /** The answer to a request for a path it {@link #owns}. */
  Answer answer(String method, String path, Buffer body) {
    return switch (method + " " + path) {
      case "GET /health" -> Answers.UP;
      case "GET /stats" -> ok(stats.toJson(queued.getAsInt()));
      case "POST /stats/reset" -> {
        stats.reset();
        yield ok(stats.toJson(queued.getAsInt()));
      }
      case "GET /knobs" -> ok(knobs.toJson());
      case "POST /knobs" -> turn(body, knobs::change, knobs::toJson);
      case "GET /endpoints" -> ok(endpoints.toJson());
      case "POST /endpoints" -> turn(body, endpoints::change, endpoints::toJson);
      default -> Answers.onlyMethod(allowed(path));
    };
  }

  private static Answer turn(Buffer body, Consumer<JsonObject> change, Supplier<JsonObject> after) {
    try {
      change.accept(JsonBody.object(body.getBytes()));
      return ok(after.get());
    } catch (IllegalArgumentException e) {
      return Answers.error(400, e);
    }
  }

  private static String allowed(String path) {
    return switch (path) {
      case "/knobs", "/endpoints" -> "GET, POST";
      case "/stats/reset" -> "POST";
      default -> "GET";
    };
  }

  private static Answer ok(JsonObject document) {
    return Answers.json(200, document, Map.of());
  }
}
