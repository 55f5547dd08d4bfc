package io.sluice.edge;

import io.sluice.time.NanoClock;
import io.sluice.time.TimerWheel;
import io.vertx.core.Vertx;

/**
 * The timers of the requests on one event loop. They share a single timer of Vert.x, which is set
 * for the first of them; a request that ends in time costs none. To be used on that loop only.
 */
final class LoopTimers {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Vertx vertx;
  private final NanoClock clock;
  private final TimerWheel wheel;
  private long alarm;
  private long alarmNanos;
  private boolean armed;

  LoopTimers(Vertx vertx, NanoClock clock) {
    this.vertx = vertx;
    this.clock = clock;
    this.wheel = new TimerWheel(clock.nanoTime());
  }

  /** Runs the task at the instant or at most 2 ms later, never before. */
  TimerWheel.Timer wakeAt(long atNanos, long nowNanos, Runnable task) {
    if (wheel.size() == 0) {
      wheel.advance(nowNanos); // an idle wheel has stood still
    }
    TimerWheel.Timer timer = wheel.schedule(atNanos, task);
    if (!armed) {
      arm(atNanos, nowNanos);
    } else if (atNanos - alarmNanos < 0) {
      vertx.cancelTimer(alarm);
      arm(atNanos, nowNanos);
    }
    return timer;
  }

  void cancel(TimerWheel.Timer timer) {
    wheel.cancel(timer);
  }

  private void arm(long atNanos, long nowNanos) {
    armed = true;
    alarmNanos = atNanos;
    long millis = Math.max(1, Math.ceilDiv(atNanos - nowNanos, NANOS_PER_MILLI));
    alarm = vertx.setTimer(millis, _ -> ring());
  }

  private void ring() {
    armed = false;
    try {
      wheel.advance(clock.nanoTime());
    } finally {
      if (!armed && wheel.size() > 0) {
        arm(wheel.nextNanos(), clock.nanoTime());
      }
    }
  }
}
