package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop, at most so many, and the bounded queue of attempts that found
 * them all busy.
 *
 * <p>Holds connections itself instead of using the client's pool: the queue is then ours to bound
 * and to see, a given-up attempt leaves it at once, and a request saves the pool's locks.
 */
final class Lines {
  /** Hears how attempts end, on the event loop. */
  interface Listener {
    void ended(Attempt attempt, Ending ending, long nowNanos);
  }

  /** Several timeouts' worth of any rate one loop can send. */
  private static final int MOST_QUEUED = 1 << 15;

  private final HttpClientAgent client;
  private final HttpConnectOptions target;
  private final int most;
  private final boolean deadlineHeader;
  private final boolean readProblems;
  private final NanoClock clock;
  private final Listener listener;
  private final ArrayDeque<Line> idle = new ArrayDeque<>();
  private final ArrayDeque<Attempt> queue = new ArrayDeque<>();
  private int open;

  Lines(HttpClientAgent client, SurgePlan plan, int most, NanoClock clock, Listener listener) {
    this.client = client;
    this.target = Target.address(plan);
    this.most = most;
    this.deadlineHeader = plan.deadlineHeader();
    this.readProblems = plan.retry() instanceof Retry.Cooperative;
    this.clock = clock;
    this.listener = listener;
  }

  /** Sends on an idle connection, a new one, or the next one to become free. */
  void send(Attempt attempt) {
    Line line = idle.poll();
    if (line != null) {
      line.carry(attempt);
    } else if (open < most) {
      connectFor(attempt);
    } else if (queueHasRoom()) {
      queue.add(attempt);
    } else {
      end(attempt, Ending.QUEUE_FULL, clock.nanoTime());
    }
  }

  /** The client gives up: what was sent is cut off by closing its connection. */
  void giveUp(Attempt attempt) {
    Line line = attempt.line;
    Ending ending = attempt.sent ? Ending.TIMED_OUT : Ending.TIMED_OUT_UNSENT;
    end(attempt, ending, clock.nanoTime());
    if (line != null) {
      line.close();
    }
  }

  // ---- called by the lines

  long nowNanos() {
    return clock.nanoTime();
  }

  void end(Attempt attempt, Ending ending, long nowNanos) {
    attempt.line = null;
    // An answer the timer was too late to prevent is late all the same.
    boolean late = nowNanos - attempt.timeoutAtNanos > 0 && attempt.status != 0;
    attempt.ending = late ? Ending.TIMED_OUT : ending;
    listener.ended(attempt, attempt.ending, nowNanos);
  }

  void free(Line line) {
    Attempt next = nextQueued();
    if (next != null) {
      line.carry(next);
    } else {
      idle.push(line);
    }
  }

  void closed(Line line, boolean wasIdle) {
    open--;
    if (wasIdle) {
      idle.remove(line);
    }
    Attempt next = nextQueued();
    if (next != null) {
      connectFor(next);
    }
  }

  private void connectFor(Attempt attempt) {
    open++;
    client
        .connect(target)
        .onComplete(connection -> connected(connection, attempt), cause -> refused(attempt));
  }

  private void connected(HttpClientConnection connection, Attempt attempt) {
    var line = new Line(this, connection, deadlineHeader, readProblems);
    if (attempt.ended()) {
      free(line);
    } else {
      line.carry(attempt);
    }
  }

  private void refused(Attempt attempt) {
    open--;
    if (!attempt.ended()) {
      end(attempt, Ending.CONNECT_FAILED, clock.nanoTime());
    }
    Attempt next = nextQueued();
    if (next != null) {
      connectFor(next);
    }
  }

  private boolean queueHasRoom() {
    dropEnded();
    return queue.size() < MOST_QUEUED;
  }

  /**
   * The oldest, unless it has waited half its time: from then on the newest. First come, first
   * served would give every connection to an attempt about to give up, which closes it again, and a
   * stall once over would never end.
   */
  private @Nullable Attempt nextQueued() {
    dropEnded();
    Attempt next = queue.peek();
    if (next == null) {
      return null;
    }
    long leftNanos = next.timeoutAtNanos - clock.nanoTime();
    boolean old = leftNanos < (next.timeoutAtNanos - next.intendedNanos) / 2;
    return old ? newestQueued() : queue.poll();
  }

  private @Nullable Attempt newestQueued() {
    Attempt next = queue.pollLast();
    while (next != null && next.ended()) {
      next = queue.pollLast();
    }
    return next;
  }

  private void dropEnded() {
    for (Attempt head = queue.peek(); head != null && head.ended(); head = queue.peek()) {
      queue.poll();
    }
  }
}
