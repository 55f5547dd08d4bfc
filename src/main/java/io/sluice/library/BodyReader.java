package io.sluice.library;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;

/** Reads request bodies of bounded size on the event loop. */
final class BodyReader {
  private static final int MAX_BYTES = 64 * 1024;

  private final HttpServerRequest request;
  private final Buffer body = Buffer.buffer();
  private boolean tooLarge;

  private BodyReader(HttpServerRequest request) {
    this.request = request;
  }

  /**
   * Hands over the whole body when it is there. One that is too large is answered 413 and its
   * connection closed; one that breaks off is never handed over.
   */
  static void read(HttpServerRequest request, Consumer<Buffer> whole) {
    var reader = new BodyReader(request);
    request.handler(reader::take);
    request.endHandler(
        _ -> {
          if (!reader.tooLarge) {
            whole.accept(reader.body);
          }
        });
  }

  private void take(Buffer chunk) {
    if (tooLarge) {
      return;
    }
    if (body.length() + chunk.length() > MAX_BYTES) {
      tooLarge = true;
      refuse();
    } else {
      body.appendBuffer(chunk);
    }
  }

  private void refuse() {
    HttpServerResponse response = request.response();
    response
        .setStatusCode(413)
        .putHeader("connection", "close")
        .end("{\"error\":\"body: too large (expected: at most " + MAX_BYTES + " bytes)\"}")
        .onComplete(_ -> request.connection().close());
  }
}
