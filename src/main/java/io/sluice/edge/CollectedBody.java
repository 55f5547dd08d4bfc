package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects a whole request body for blocking code, up to a bound. */
final class CollectedBody {
  private Buffer collected = Buffer.buffer();
  private final BodyLimits limits;
  private final Consumer<Reason> fault;
  private final BodyWatch watch;
  private boolean over;

  private CollectedBody(LoopContext loop, BodyLimits limits, Consumer<Reason> fault) {
    this.limits = limits;
    this.fault = fault;
    this.watch = new BodyWatch(loop, limits.timeoutNanos(), () -> giveUp(Reason.BODY_TIMEOUT));
  }

  /**
   * Begins to collect; exactly one of the two is told, unless the client leaves or it is stopped
   * first.
   *
   * @return what is being collected; null if there was nothing to collect
   */
  static @Nullable CollectedBody of(
      LoopContext loop,
      HttpServerRequest request,
      BodyLimits limits,
      Consumer<byte[]> whole,
      Consumer<Reason> fault) {
    if (RequestBody.isAnnounced(request)) {
      var body = new CollectedBody(loop, limits, fault);
      body.collect(request, whole);
      return body;
    }
    whole.accept(new byte[0]);
    return null;
  }

  private void collect(HttpServerRequest request, Consumer<byte[]> whole) {
    request.handler(this::add);
    request.endHandler(
        _ -> {
          watch.stop();
          if (!over) {
            over = true;
            whole.accept(collected.getBytes());
          }
        });
    if (RequestBody.awaitsContinue(request)) {
      request.response().writeContinue();
    }
    request.resume();
    watch.start();
  }

  private void add(Buffer chunk) {
    watch.came(chunk.length());
    if (over) {
      return;
    }
    if (collected.length() + (long) chunk.length() > limits.maxBytes()) {
      giveUp(Reason.BODY_TOO_LARGE);
    } else {
      collected.appendBuffer(chunk);
    }
  }

  /** The request is over: what was collected is let go of, and what still comes is dropped. */
  void stop() {
    over = true;
    collected = Buffer.buffer();
    watch.stop();
  }

  private void giveUp(Reason reason) {
    stop();
    fault.accept(reason);
  }
}
