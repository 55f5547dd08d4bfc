package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.sluice.idempotency.BodyHash;
import io.sluice.idempotency.Remembered;
import io.sluice.time.Deadline;
import io.sluice.time.TimerWheel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request whose key stands for something that has been done. Its body is read, to tell it from
 * another request, and not kept. In flight for whoever drains; given up when its client leaves or
 * its time is up. To be used on the request's loop only.
 */
final class RepeatedRequest {
  private final LoopContext loop;
  private final DoorState door;
  private final HttpServerRequest request;
  private final Remembered first;
  private final long maxBytes;
  private final Consumer<@Nullable Reason> then;
  private final BodyHash.Sum sum = new BodyHash.Sum();
  private final BodyWatch watch;
  private TimerWheel.@Nullable Timer timer;
  private long bytes;
  private boolean over;

  private RepeatedRequest(
      LoopContext loop,
      DoorState door,
      HttpServerRequest request,
      Remembered first,
      BodyLimits limits,
      Consumer<@Nullable Reason> then) {
    this.loop = loop;
    this.door = door;
    this.request = request;
    this.first = first;
    this.maxBytes = limits.maxBytes();
    this.then = then;
    this.watch = new BodyWatch(loop, limits.timeoutNanos(), () -> end(Reason.BODY_TIMEOUT));
  }

  /**
   * Compares a request with the one that was done.
   *
   * @param then told once: null if it is the same, else what is wrong with it
   */
  static void begin(
      LoopContext loop,
      DoorState door,
      HttpServerRequest request,
      Remembered first,
      BodyLimits limits,
      Deadline deadline,
      Consumer<@Nullable Reason> then) {
    new RepeatedRequest(loop, door, request, first, limits, then).begin(deadline);
  }

  private void begin(Deadline deadline) {
    door.entered();
    if (!RequestBody.isAnnounced(request)) {
      compare();
      return;
    }
    timer = loop.timers().wakeAt(deadline.atNanos(), loop.now(), this::timeUp);
    request.response().closeHandler(_ -> end(Reason.CLIENT_GONE));
    request.response().exceptionHandler(this::broken);
    request.handler(this::read);
    request.endHandler(_ -> compare());
    if (RequestBody.awaitsContinue(request)) {
      request.response().writeContinue();
    }
    request.resume();
    watch.start();
  }

  private void read(Buffer piece) {
    watch.came(piece.length());
    bytes += piece.length();
    if (over) {
      return;
    }
    if (bytes > maxBytes) {
      end(Reason.BODY_TOO_LARGE);
    } else {
      sum.add(piece.getBytes());
    }
  }

  private void compare() {
    if (!over) {
      end(first.isOf(sum.hash()) ? null : Reason.IDEMPOTENCY_MISMATCH);
    }
  }

  private void broken(Throwable cause) {
    ReplyWriter.garbled(request, cause);
    end(Reason.CLIENT_GONE);
  }

  private void timeUp() {
    timer = null;
    end(Reason.DEADLINE_PAST);
  }

  private void end(@Nullable Reason wrong) {
    if (over) {
      return;
    }
    over = true;
    watch.stop();
    if (timer != null) {
      loop.timers().cancel(timer);
    }
    try {
      then.accept(wrong);
    } finally {
      door.left(); // after it has been answered: it is in flight without a gap
    }
  }
}
