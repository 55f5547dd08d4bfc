package io.sluice.edge;

import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.Executor;

/**
 * One event loop as the requests on it see it: where to come back to, what time it is, how to be
 * woken.
 *
 * @param vertx the instance
 * @param context the loop's own
 * @param clock read once per event, then passed down
 * @param home runs on this loop, later
 * @param timers of the requests on it
 */
record LoopContext(
    Vertx vertx, Context context, NanoClock clock, Executor home, LoopTimers timers) {

  static LoopContext current(Vertx vertx, NanoClock clock) {
    Context context = vertx.getOrCreateContext();
    return new LoopContext(
        vertx,
        context,
        clock,
        task -> context.runOnContext(_ -> task.run()),
        new LoopTimers(vertx, clock));
  }

  long now() {
    return clock.nanoTime();
  }
}
