package io.sluice.surge;

import io.sluice.client.ProblemHints;
import io.sluice.retry.RetryAdvice;
import org.jspecify.annotations.Nullable;

/**
 * One try of a {@link Call}, from the instant it is due to its ending. Lives on one event loop.
 *
 * <p>due → (queued | connecting) → sent → ended; it may end from any of them.
 */
final class Attempt {
  final Call call;

  /** 1 for the first. */
  final int number;

  /** When this attempt was due; its latency and its timeout count from here. */
  final long intendedNanos;

  final long timeoutAtNanos;

  /** Whether its timeout is running, that is, whether it has been handed to the connections. */
  boolean begun;

  boolean sent;
  int status;
  RetryAdvice advice = RetryAdvice.NONE;
  @Nullable ProblemHints problem;

  /** The connection that carries it, while one does. */
  @Nullable Line line;

  /** Null while it runs. */
  @Nullable Ending ending;

  Attempt(Call call, int number, long intendedNanos, long timeoutNanos) {
    this.call = call;
    this.number = number;
    this.intendedNanos = intendedNanos;
    long latest = intendedNanos + timeoutNanos;
    this.timeoutAtNanos = latest - call.patienceEndNanos() < 0 ? latest : call.patienceEndNanos();
  }

  boolean ended() {
    return ending != null;
  }

  /** The instant at which something has to happen to it: its beginning, later its timeout. */
  long alarmNanos() {
    return begun ? timeoutAtNanos : intendedNanos;
  }
}
