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
 */
record LoopContext(Vertx vertx, Context context, NanoClock clock, Executor home) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  static LoopContext current(Vertx vertx, NanoClock clock) {
    Context context = vertx.getOrCreateContext();
    return new LoopContext(vertx, context, clock, task -> context.runOnContext(_ -> task.run()));
  }

  long now() {
    return clock.nanoTime();
  }

  /** Runs the task at the instant or at most a timer tick later, never before. */
  long wakeAt(long atNanos, long nowNanos, Runnable task) {
    long millis = Math.max(1, Math.ceilDiv(atNanos - nowNanos, NANOS_PER_MILLI));
    return vertx.setTimer(millis, _ -> task.run());
  }
}
