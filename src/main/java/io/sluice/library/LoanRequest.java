package io.sluice.library;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A member's wish to borrow a title.
 *
 * @param isbn 1 to 32 characters
 * @param memberId 1 to 64 characters
 * @param key the caller's Idempotency-Key, 1 to 255 characters; null when it sent none
 */
record LoanRequest(String isbn, String memberId, @Nullable String key) {
  LoanRequest {
    sized("isbn", isbn, 32);
    sized("memberId", memberId, 64);
    if (key != null) {
      sized("Idempotency-Key", key, 255);
    }
  }

  /** Reads a request; {@link IllegalArgumentException} with a sentence on what was expected. */
  static LoanRequest parse(byte[] body, @Nullable String key) {
    JsonObject json = JsonBody.object(body);
    return new LoanRequest(text(json, "isbn"), text(json, "memberId"), key);
  }

  private static String text(JsonObject json, String name) {
    if (json.getValue(name) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(name + ": missing or not a string (expected: a string)");
  }

  private static void sized(String name, String text, int max) {
    if (text.isBlank() || text.length() > max) {
      throw new IllegalArgumentException(
          name + ": " + text.length() + " characters (expected: 1.." + max + ", not blank)");
    }
  }
}
