package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes a request's body on as it comes, no faster than the backend takes it, and counts it: a
 * chunked body has declared no length that could have been refused before.
 */
final class RequestBody {
  private final HttpServerRequest from;
  private final HttpClientRequest to;
  private final long maxBytes;
  private final Tries tries;
  private final Consumer<Reason> fault;
  private final BodyWatch watch;
  private long bytes;
  private boolean begun;
  private boolean stopped;
  private boolean done;
  private @Nullable Runnable moved;

  /**
   * A body that was announced and has not been started.
   *
   * @param tries has what came of it in an attempt before
   * @param fault told once if it is too large or too slow
   */
  RequestBody(
      LoopContext loop,
      HttpServerRequest from,
      HttpClientRequest to,
      BodyLimits limits,
      Tries tries,
      Consumer<Reason> fault) {
    this.from = from;
    this.to = to;
    this.maxBytes = limits.maxBytes();
    this.tries = tries;
    this.fault = fault;
    this.watch = new BodyWatch(loop, limits.timeoutNanos(), () -> giveUp(Reason.BODY_TIMEOUT));
  }

  /** Tells of everything that comes. */
  RequestBody telling(Runnable whatMoved) {
    moved = whatMoved;
    return this;
  }

  static boolean isAnnounced(HttpServerRequest request) {
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    return length == null
        ? request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        : !length.equals("0");
  }

  /** Whether the client holds its body back until it is asked for it. */
  static boolean awaitsContinue(HttpServerRequest request) {
    return request.version() != HttpVersion.HTTP_1_0
        && "100-continue".equalsIgnoreCase(request.headers().get(HttpHeaders.EXPECT))
        && isAnnounced(request);
  }

  void start() {
    if (!from.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      to.setChunked(true);
    }
    sendWhatCameBefore();
    if (tries.isBodyEnded()) {
      end();
      return;
    }
    Handler<Void> goOn = _ -> goOn();
    from.handler(chunk -> pass(chunk, goOn));
    from.endHandler(_ -> end());
    if (awaitsContinue(from) && !begun) {
      begun = true;
      // Its body is taken whenever it comes: a client need not wait for ever, nor a backend say it.
      Interim.relayContinue(to, from);
      to.sendHead();
    }
    from.resume();
    watch.start();
  }

  private void sendWhatCameBefore() {
    bytes = tries.replay().bytes();
    for (Buffer before : tries.replay().kept()) {
      begun = true;
      to.write(before);
    }
  }

  private void pass(Buffer chunk, Handler<Void> goOn) {
    bytes += chunk.length();
    watch.came(chunk.length());
    tries.replay().keep(chunk);
    if (stopped) {
      return;
    }
    if (moved != null) {
      moved.run();
    }
    if (bytes > maxBytes) {
      giveUp(Reason.BODY_TOO_LARGE);
      return;
    }
    begun = true;
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
    begun = true;
    tries.bodyEnded();
    watch.stop();
    if (!stopped) {
      to.end();
    }
  }

  private void giveUp(Reason reason) {
    stop();
    fault.accept(reason);
  }

  /**
   * Sends the request's head if nothing of its body has come yet: the backend may have an answer to
   * it already, or may be the one who speaks first. Not at once: most bodies come with their heads,
   * and then go on with them in one piece.
   */
  void sendHead() {
    if (!begun && !stopped && !done) {
      begun = true;
      to.sendHead();
    }
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
