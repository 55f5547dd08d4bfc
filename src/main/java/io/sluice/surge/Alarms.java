package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.vertx.core.Vertx;
import java.util.PriorityQueue;

/**
 * The attempts of one event loop for which time has to do something: begin a retry, or end what has
 * waited too long. One timer for the earliest of them, since a timer each would cost more than the
 * request.
 *
 * <p>Holds at most what is outstanding: arrivals a second × the time a request can last.
 */
final class Alarms {
  /** Hears that an attempt's alarm instant has come, on the event loop. */
  interface Listener {
    void rang(Attempt attempt, long nowNanos);
  }

  private static final long NONE = -1;

  private final Vertx vertx;
  private final NanoClock clock;
  private final Listener onAlarm;
  private final PriorityQueue<Attempt> queue =
      new PriorityQueue<>((a, b) -> Long.signum(a.alarmNanos() - b.alarmNanos()));
  private long timerId = NONE;
  private long timerAtNanos;

  Alarms(Vertx vertx, NanoClock clock, Listener onAlarm) {
    this.vertx = vertx;
    this.clock = clock;
    this.onAlarm = onAlarm;
  }

  /** Calls back at the attempt's alarm instant or shortly after it, unless it has ended by then. */
  void add(Attempt attempt, long nowNanos) {
    dropEnded();
    queue.add(attempt);
    arm(nowNanos);
  }

  void cancel() {
    if (timerId != NONE) {
      vertx.cancelTimer(timerId);
      timerId = NONE;
    }
  }

  private void fire() {
    timerId = NONE;
    long now = clock.nanoTime();
    for (Attempt head = queue.peek();
        head != null && head.alarmNanos() - now <= 0;
        head = queue.peek()) {
      queue.poll();
      if (!head.ended()) {
        onAlarm.rang(head, now);
      }
    }
    dropEnded();
    arm(now);
  }

  private void dropEnded() {
    for (Attempt head = queue.peek(); head != null && head.ended(); head = queue.peek()) {
      queue.poll();
    }
  }

  private void arm(long nowNanos) {
    Attempt head = queue.peek();
    if (head == null) {
      return;
    }
    long atNanos = head.alarmNanos();
    if (timerId != NONE && timerAtNanos - atNanos <= 0) {
      return;
    }
    cancel();
    timerAtNanos = atNanos;
    long delayMillis = Math.max(1, Math.ceilDiv(atNanos - nowNanos, 1_000_000L));
    timerId = vertx.setTimer(delayMillis, id -> fire());
  }
}
