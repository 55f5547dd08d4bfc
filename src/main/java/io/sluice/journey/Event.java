package io.sluice.journey;

import io.sluice.admit.Lane;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.Trigger;
import org.jspecify.annotations.Nullable;

/** What can happen to a request after its first step. */
public sealed interface Event {
  /** The lane has settled its ticket. */
  record Settled() implements Event {}

  /**
   * The timer that the last action asked for has fired.
   *
   * @param repeat whether the request could be sent once more
   */
  record TimeUp(Repeat repeat) implements Event {}

  /** The backend may have seen something of the request from here on. */
  record Sent() implements Event {}

  /**
   * The backend's response head is here.
   *
   * @param workNanos the work's own time, where it ran in this process; {@link Lane#NOT_MEASURED}
   *     where the time since the call began is all that is known of it
   * @param advice when the backend wants to be called again, if it refused
   * @param repeat whether the request could be sent once more
   */
  record HeadReceived(int status, long workNanos, RetryAdvice advice, Repeat repeat)
      implements Event {
    public HeadReceived(int status) {
      this(status, Lane.NOT_MEASURED, RetryAdvice.NONE, Repeat.IMPOSSIBLE);
    }
  }

  /**
   * What goes to and fro from here on is a stream.
   *
   * @param status of the response head that says so, or 200 where it is one without
   */
  record StreamBegun(int status) implements Event {}

  /**
   * The stream is to end: one of its ends did what it may not, or the gateway is shutting down.
   *
   * @param reason what its ends are told
   */
  record EndStream(Reason reason) implements Event {}

  /**
   * The call cannot be completed.
   *
   * @param reason of the upstream or gateway family, or what was wrong with the request's own body
   * @param trigger what of it may call for another attempt; null for nothing
   * @param repeat whether the request could be sent once more
   */
  record CallFailed(Reason reason, @Nullable Trigger trigger, Repeat repeat) implements Event {
    public CallFailed(Reason reason) {
      this(reason, null, Repeat.IMPOSSIBLE);
    }
  }

  /** The workers refused the call; nothing of it was started. */
  record CallRefused() implements Event {}

  /** The client closed its connection before it had its whole answer. */
  record ClientLeft() implements Event {}

  /**
   * Something else has been given in the place of the backend's answer.
   *
   * @param outcome what is counted
   */
  record Replaced(Outcome outcome) implements Event {}

  /** The answer has gone out whole. */
  record Delivered() implements Event {}

  /**
   * The call holds nothing any more: last byte received, exchange reset, or thread returned. The
   * permit ends here and nowhere else.
   */
  record CallOver() implements Event {}

  Event SETTLED = new Settled();
  Event SENT = new Sent();
  Event TIME_UP = new TimeUp(Repeat.IMPOSSIBLE);
  Event GO_AWAY = new EndStream(Reason.DRAINING);
  Event CALL_REFUSED = new CallRefused();
  Event CLIENT_LEFT = new ClientLeft();
  Event DELIVERED = new Delivered();
  Event CALL_OVER = new CallOver();
}
