package io.sluice.admin;

import io.sluice.observe.LoopLag;
import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/**
 * Measures how late one event loop runs, by a timer every 20 ms.
 *
 * <p>A tick that comes late does not move the next: after a stall the missed ticks follow at once,
 * each with its own lag. So a stall counts for as long as it lasted, as it would for requests that
 * arrive at a steady rate, and not as a single bad sample.
 */
public final class LoopLagProbe {
  static final long PERIOD_MILLIS = 20;
  private static final long PERIOD_NANOS = PERIOD_MILLIS * 1_000_000L;

  private final LoopLag lag;
  private long dueNanos;

  LoopLagProbe(LoopLag lag, long nowNanos) {
    this.lag = lag;
    dueNanos = nowNanos + PERIOD_NANOS;
  }

  /**
   * Starts measuring the event loop that this is called on, until its verticle is undeployed or the
   * returned timer is cancelled.
   *
   * @return the id of the timer
   */
  public static long start(Vertx vertx, LoopLag lag, NanoClock clock) {
    if (!Context.isOnEventLoopThread()) {
      throw new IllegalStateException("to be started on the event loop to measure");
    }
    var probe = new LoopLagProbe(lag, clock.nanoTime());
    return vertx.setPeriodic(PERIOD_MILLIS, _ -> probe.tick(clock.nanoTime()));
  }

  void tick(long nowNanos) {
    lag.record(nowNanos - dueNanos, nowNanos);
    dueNanos += PERIOD_NANOS;
  }
}
