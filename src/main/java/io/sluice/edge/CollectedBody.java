package io.sluice.edge;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** Collects a whole request body for blocking code, up to a bound. */
final class CollectedBody {
  private CollectedBody() {}

  /** Exactly one of the two is told, unless the client leaves first. */
  static void of(
      HttpServerRequest request, long maxBytes, Consumer<byte[]> whole, Runnable tooLarge) {
    if (!RequestBody.isAnnounced(request)) {
      whole.accept(new byte[0]);
      return;
    }
    Buffer collected = Buffer.buffer();
    boolean[] refused = new boolean[1];
    request.handler(
        chunk -> {
          if (refused[0]) {
            return;
          }
          if (collected.length() + (long) chunk.length() > maxBytes) {
            refused[0] = true;
            tooLarge.run();
          } else {
            collected.appendBuffer(chunk);
          }
        });
    request.endHandler(
        _ -> {
          if (!refused[0]) {
            whole.accept(collected.getBytes());
          }
        });
    if (RequestBody.awaitsContinue(request)) {
      request.response().writeContinue();
    }
    request.resume();
  }
}
