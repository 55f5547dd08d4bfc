package io.sluice.edge;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;

/**
 * Passes a request's body on as it comes, no faster than the backend takes it, and counts it: a
 * chunked body has declared no length that could have been refused before.
 */
final class RequestBody {
  private final HttpServerRequest from;
  private final HttpClientRequest to;
  private final long maxBytes;
  private final Runnable tooLarge;
  private long bytes;
  private boolean stopped;
  private boolean done;

  RequestBody(HttpServerRequest from, HttpClientRequest to, long maxBytes, Runnable tooLarge) {
    this.from = from;
    this.to = to;
    this.maxBytes = maxBytes;
    this.tooLarge = tooLarge;
  }

  static boolean isAnnounced(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    return length == null
        ? request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        : !length.equals("0");
  }

  void start() {
    if (!isAnnounced(from)) {
      done = true;
      to.end();
      return;
    }
    if (!from.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      to.setChunked(true);
    }
    Handler<Void> goOn = _ -> from.resume();
    from.handler(
        chunk -> {
          bytes += chunk.length();
          if (stopped) {
            return;
          }
          if (bytes > maxBytes) {
            stopped = true;
            tooLarge.run();
            return;
          }
          to.write(chunk);
          if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(goOn);
          }
        });
    from.endHandler(
        _ -> {
          done = true;
          if (!stopped) {
            to.end();
          }
        });
    if ("100-continue".equalsIgnoreCase(from.headers().get(HttpHeaders.EXPECT))) {
      from.response().writeContinue();
    }
    from.resume();
  }

  /** Whether all of it has been passed on. */
  boolean isDone() {
    return done;
  }

  /** The backend wants no more of it; what still comes is dropped. */
  void stop() {
    stopped = true;
  }
}
