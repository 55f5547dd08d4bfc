package io.sluice.edge;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** Passes a response's body on as it comes, no faster than the client takes it. */
final class ResponseBody {
  private ResponseBody() {}

  /** Whether one may come after this head. */
  static boolean follows(HttpClientResponse head, HttpServerRequest request) {
    int status = head.statusCode();
    return !HttpMethod.HEAD.equals(request.method()) && status != 204 && status != 304;
  }

  /** Sends the head by itself, unless it has gone with what followed it. */
  static void sendHead(HttpServerRequest request) {
    HttpServerResponse to = request.response();
    if (to.headWritten() || to.ended() || to.closed()) {
      return;
    }
    // In HTTP/2 nothing goes out for an empty write, nor for what follows it; HTTP/1.0 has no
    // other.
    if (Farewell.isHttp2(request)) {
      to.writeHead();
    } else {
      to.write(Buffer.buffer());
    }
  }

  /**
   * Begins.
   *
   * @param moved runs with everything that comes
   * @param end runs after the last of it
   */
  static void pass(
      HttpClientResponse from, HttpServerResponse to, @Nullable Runnable moved, Runnable end) {
    Handler<Void> goOn = _ -> from.resume();
    from.handler(
        chunk -> {
          if (moved != null) {
            moved.run();
          }
          to.write(chunk);
          if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(goOn);
          }
        });
    from.endHandler(_ -> end.run());
  }
}
