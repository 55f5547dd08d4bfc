package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Passes a request's body on as it comes, no faster than the backend takes it, and counts it: a
 * chunked body has declared no length that could have been refused before.
 */
final class RequestBody {
  private final HttpServerRequest from;
  private final HttpClientRequest to;
  private final long maxBytes;
  private final Consumer<Reason> fault;
  private final BodyWatch watch;
  private long bytes;
  private boolean stopped;
  private boolean done;

  /**
   * A body that has not been started.
   *
   * @param fault told once if it is too large or too slow
   */
  RequestBody(
      LoopContext loop,
      HttpServerRequest from,
      HttpClientRequest to,
      BodyLimits limits,
      Consumer<Reason> fault) {
    this.from = from;
    this.to = to;
    this.maxBytes = limits.maxBytes();
    this.fault = fault;
    this.watch = new BodyWatch(loop, limits.timeoutNanos(), () -> giveUp(Reason.BODY_TIMEOUT));
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
    Handler<Void> goOn = _ -> goOn();
    from.handler(chunk -> pass(chunk, goOn));
    from.endHandler(_ -> end());
    if ("100-continue".equalsIgnoreCase(from.headers().get(HttpHeaders.EXPECT))) {
      from.response().writeContinue();
    }
    from.resume();
    watch.start();
  }

  private void pass(Buffer chunk, Handler<Void> goOn) {
    bytes += chunk.length();
    watch.came(chunk.length());
    if (stopped) {
      return;
    }
    if (bytes > maxBytes) {
      giveUp(Reason.BODY_TOO_LARGE);
      return;
    }
    to.write(chunk);
    if (to.writeQueueFull()) {
      from.pause();
      watch.paused();
      to.drainHandler(goOn);
    }
  }

  private void goOn() {
    watch.resumed();
    from.resume();
  }

  private void end() {
    done = true;
    watch.stop();
    if (!stopped) {
      to.end();
    }
  }

  private void giveUp(Reason reason) {
    stop();
    fault.accept(reason);
  }

  /** Whether all of it has been passed on. */
  boolean isDone() {
    return done;
  }

  /** The backend has begun to answer: from here on the deadline alone is the client's time. */
  void takeYourTime() {
    watch.stop();
  }

  /** The backend wants no more of it; what still comes is dropped. */
  void stop() {
    stopped = true;
    watch.stop();
  }
}
