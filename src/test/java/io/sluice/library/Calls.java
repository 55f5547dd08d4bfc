package io.sluice.library;

import io.sluice.spi.Answer;
import io.sluice.spi.Call;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Calls as the gateway would hand them to the backend, and their answers read back. */
final class Calls {
  private Calls() {}

  static Call get(String path) {
    return call("GET", path, "", Map.of(), () -> false);
  }

  static Call post(String path, String body) {
    return call("POST", path, body, Map.of(), () -> false);
  }

  static Call loan(int id) {
    return post("/loans", loanBody(id));
  }

  static Call loan(int id, String key) {
    return call(
        "POST", "/loans", loanBody(id), Map.of("idempotency-key", List.of(key)), () -> false);
  }

  static Call abandoned(Call call) {
    return call(
        call.method(),
        call.path(),
        new String(call.body(), StandardCharsets.UTF_8),
        call.headers(),
        () -> true);
  }

  static String loanBody(int id) {
    return "{\"isbn\":\"" + Catalogue.isbn(id) + "\",\"memberId\":\"member-7\"}";
  }

  static JsonObject json(Answer answer) {
    return new JsonObject(new String(answer.body(), StandardCharsets.UTF_8));
  }

  private static Call call(
      String method,
      String path,
      String body,
      Map<String, List<String>> headers,
      BooleanSupplier abandoned) {
    return new Call(
        method,
        path,
        null,
        headers,
        body.getBytes(StandardCharsets.UTF_8),
        Long.MAX_VALUE,
        abandoned);
  }
}
