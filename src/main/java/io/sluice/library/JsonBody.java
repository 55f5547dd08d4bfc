package io.sluice.library;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/** Reads request bodies. */
final class JsonBody {
  private JsonBody() {}

  /** The body as a JSON object; {@link IllegalArgumentException} with a sentence otherwise. */
  static JsonObject object(byte[] body) {
    try {
      return new JsonObject(Buffer.buffer(body));
    } catch (DecodeException e) {
      throw new IllegalArgumentException("body: not understood (expected: a JSON object)", e);
    }
  }
}
