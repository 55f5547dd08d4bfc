package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientAgent;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One event loop's share of an open-loop run: takes what became due, sends it, lets the plan's
 * clients decide whether they ask again, and counts.
 */
final class Driver implements Lines.Listener, Handoff.Taker {
  /** Arrivals a loop may be behind before they are dropped: two seconds of a very high rate. */
  private static final int RING = 1 << 15;

  private final NanoClock clock;
  private final Window window;
  private final String name;
  private final RandomGenerator random;
  private final Live live;
  private final Watcher watcher;
  private final List<CompiledStream> streams;
  private final long timeoutNanos;
  private final long patienceNanos;
  private final Persistence persistence;
  private final Sender sender;
  private final Tally tally;
  private final Handoff handoff;
  private final Promise<Tally> finished = Promise.promise();
  private long taken;
  private long outstanding;
  private boolean last;

  /**
   * A share of a run.
   *
   * @param name of this loop in this run, the first half of request ids
   */
  Driver(
      Context context,
      HttpClientAgent client,
      SurgePlan plan,
      Window window,
      String name,
      NanoClock clock,
      RandomGenerator random,
      Live live,
      Watcher watcher) {
    this.clock = clock;
    this.window = window;
    this.name = name;
    this.random = random;
    this.live = live;
    this.watcher = watcher;
    this.streams = CompiledStream.all(plan);
    this.timeoutNanos = plan.timeout().toNanos();
    this.patienceNanos = plan.patience().toNanos();
    this.persistence = new Persistence(plan.retry(), random, clock.nanoTime());
    this.sender = new Sender(context.owner(), client, plan, plan.connectionsPerLoop(), clock, this);
    this.tally = new Tally(window);
    this.handoff = new Handoff(RING, () -> context.runOnContext(nothing -> drain()));
  }

  /** Where the pacer puts what is due. */
  Handoff handoff() {
    return handoff;
  }

  /** Completed when the handoff was closed and the last request has ended. */
  Future<Tally> finished() {
    return finished.future();
  }

  @Override
  public void due(long intendedNanos, int stream) {
    long now = clock.nanoTime();
    tally.taken(intendedNanos, now);
    persistence.onCall(now);
    outstanding++;
    Call call =
        streams
            .get(stream)
            .call(
                name + ++taken,
                intendedNanos,
                intendedNanos + patienceNanos,
                window.contains(intendedNanos),
                random);
    sender.begin(new Attempt(call, 1, intendedNanos, timeoutNanos), now);
  }

  @Override
  public void ended(Attempt attempt, Ending ending, long nowNanos) {
    live.ended(attempt, ending);
    tally.attemptEnded(attempt, ending, nowNanos);
    long waitNanos = persistence.waitNanos(attempt, ending, nowNanos);
    watcher.ended(seen(attempt, ending, waitNanos == Persistence.NEVER, nowNanos));
    if (waitNanos == Persistence.NEVER) {
      tally.requestEnded(attempt, ending, nowNanos);
      outstanding--;
      finishIfDone();
      return;
    }
    var next = new Attempt(attempt.call, attempt.number + 1, nowNanos + waitNanos, timeoutNanos);
    if (waitNanos == 0) {
      sender.begin(next, nowNanos);
    } else {
      sender.beginWhenDue(next, nowNanos);
    }
  }

  private static Watcher.Seen seen(Attempt attempt, Ending ending, boolean last, long nowNanos) {
    return new Watcher.Seen(
        attempt.call.stream().stream().name(),
        attempt.call.id(),
        attempt.number,
        attempt.status,
        ending == Ending.SUCCEEDED,
        last,
        attempt.call.intendedNanos(),
        attempt.intendedNanos,
        nowNanos);
  }

  private void drain() {
    last |= handoff.drain(this);
    finishIfDone();
  }

  private void finishIfDone() {
    if (last && outstanding == 0 && finished.tryComplete(tally)) {
      sender.close();
    }
  }
}
