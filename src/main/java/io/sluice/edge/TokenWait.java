package io.sluice.edge;

import io.sluice.dispatch.Ending;
import io.sluice.dispatch.Task;
import io.sluice.exchange.Reason;
import io.sluice.time.Deadline;
import io.sluice.time.TimerWheel;
import io.sluice.trust.Token;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request whose token is being verified: in flight for whoever drains, and given up when its
 * client leaves or its time is up. To be used on the request's loop only.
 */
final class TokenWait {
  private final LoopContext loop;
  private final DoorState door;
  private final Task<Optional<Token>> task;
  private final Consumer<Ending<Optional<Token>>> then;
  private TimerWheel.@Nullable Timer timer;

  private TokenWait(
      LoopContext loop,
      DoorState door,
      Task<Optional<Token>> task,
      Consumer<Ending<Optional<Token>>> then) {
    this.loop = loop;
    this.door = door;
    this.task = task;
    this.then = then;
  }

  /**
   * Waits for the task.
   *
   * @param deadline the request's
   * @param then told on the loop how the task ended, and takes the request over; exactly once
   */
  static void begin(
      LoopContext loop,
      DoorState door,
      HttpServerRequest request,
      Task<Optional<Token>> task,
      Deadline deadline,
      Consumer<Ending<Optional<Token>>> then) {
    new TokenWait(loop, door, task, then).begin(request, deadline);
  }

  private void begin(HttpServerRequest request, Deadline deadline) {
    door.entered();
    request.response().closeHandler(_ -> task.cancel(Reason.CLIENT_GONE));
    timer = loop.timers().wakeAt(deadline.atNanos(), loop.now(), this::timeUp);
    task.ending().thenAccept(ending -> loop.home().execute(() -> over(ending)));
    if (request.response().closed()) {
      task.cancel(Reason.CLIENT_GONE);
    }
  }

  private void timeUp() {
    timer = null;
    task.cancel(Reason.DEADLINE_PAST);
  }

  private void over(Ending<Optional<Token>> ending) {
    if (timer != null) {
      loop.timers().cancel(timer);
    }
    try {
      then.accept(ending);
    } finally {
      door.left(); // after it has been taken over: it is in flight without a gap
    }
  }
}
