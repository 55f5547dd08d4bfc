package io.sluice.library;

import io.sluice.spi.Answer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The answers that several endpoints give. */
final class Answers {
  static final Answer UP = json(200, new JsonObject().put("status", "up"), Map.of());

  private Answers() {}

  /** A JSON document with headers beside its content type. */
  static Answer json(int status, JsonObject document, Map<String, String> headers) {
    var all = new TreeMap<String, String>(headers);
    all.put("content-type", "application/json");
    return new Answer(status, all, document.encode().getBytes(StandardCharsets.UTF_8));
  }

  static Answer error(int status, String sentence) {
    return json(status, new JsonObject().put("error", sentence), Map.of());
  }

  /** An answer to bad input: the exception's message says what was expected. */
  static Answer error(int status, IllegalArgumentException e) {
    return error(status, String.valueOf(e.getMessage()));
  }

  static Answer onlyMethod(String method) {
    return json(
        405,
        new JsonObject().put("error", "only " + method + " is allowed here"),
        Map.of("allow", method));
  }
}
