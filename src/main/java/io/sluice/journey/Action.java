package io.sluice.journey;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.time.Deadline;

/** What the edge, or the simulator, has to do next. */
public sealed interface Action {
  /** Nothing now. */
  record Nothing() implements Action {}

  /**
   * Fire {@link Event.TimeUp} at this instant: the request waits for a permit, or the timer of its
   * call fired early.
   */
  record Wait(long untilNanos) implements Action {}

  /**
   * Call the backend; fire {@link Event.TimeUp} at the deadline, and {@link Event.CallOver} when
   * the call holds nothing any more. An earlier attempt that is still on its way is given up.
   *
   * @param deadline the attempt's own
   * @param forwardMillis the time left that the backend is told, ≥ 1; less with every attempt
   * @param number 1 for the first
   */
  record Attempt(Deadline deadline, long forwardMillis, int number) implements Action {}

  /**
   * Give the attempt up, if it is still on its way; there will be another. Fire {@link
   * Event.TimeUp} at this instant.
   */
  record Pause(long untilNanos) implements Action {}

  /** Pass the backend's answer on as it comes; the deadline goes on. */
  record Relay() implements Action {}

  /**
   * Pass the backend's answer on as it comes, for as long as it comes: its deadline counts no more,
   * its permit is gone. Fire {@link Event.TimeUp} at this instant.
   *
   * @param status of the head
   */
  record Stream(int status, long untilNanos) implements Action {}

  /**
   * End the stream in the good manners of its protocol; fire {@link Event.TimeUp} at this instant
   * if it has not ended by then.
   *
   * @param reason what its ends are told
   */
  record EndStream(Reason reason, long untilNanos) implements Action {}

  /**
   * Answer with this, cancelling the call if there is one.
   *
   * @param outcome what the client is told and what is counted
   */
  record Answer(Outcome outcome) implements Action {}

  /**
   * Too late to answer: cancel the call if there is one, and cut the client's response off so that
   * it cannot look complete.
   *
   * @param outcome what is counted
   */
  record Abort(Outcome outcome) implements Action {}

  /** The request has ended as counted here; the call may still hold its permit. */
  record Finish(Outcome outcome) implements Action {}

  Action NOTHING = new Nothing();
  Action RELAY = new Relay();
}
