package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;

/** Begins attempts, at once or when they are due, and ends those that run out of time. */
final class Sender {
  private final Lines lines;
  private final Alarms alarms;

  /**
   * The sender of one event loop, on which all its methods must be called.
   *
   * @param connections most connections this loop may have open
   */
  Sender(
      Vertx vertx,
      HttpClientAgent client,
      SurgePlan plan,
      int connections,
      NanoClock clock,
      Lines.Listener listener) {
    this.lines = new Lines(client, plan, connections, clock, listener);
    this.alarms = new Alarms(vertx, clock, this::onAlarm);
  }

  /** Sends it as soon as there is a connection; its timeout runs from when it was due. */
  void begin(Attempt attempt, long nowNanos) {
    attempt.begun = true;
    if (attempt.timeoutAtNanos - nowNanos <= 0) {
      // A generator that is behind gives up the hopeless cheaply, or it would never catch up.
      lines.giveUp(attempt);
      return;
    }
    alarms.add(attempt, nowNanos);
    lines.send(attempt);
  }

  /** Begins it when it is due, never before. */
  void beginWhenDue(Attempt attempt, long nowNanos) {
    alarms.add(attempt, nowNanos);
  }

  /** No alarm will ring any more. */
  void close() {
    alarms.cancel();
  }

  private void onAlarm(Attempt attempt, long nowNanos) {
    if (attempt.begun) {
      lines.giveUp(attempt);
    } else {
      begin(attempt, nowNanos);
    }
  }
}
