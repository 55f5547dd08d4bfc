package io.sluice.edge;

import io.sluice.admit.Lane;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Repeat;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.Trigger;
import org.jspecify.annotations.Nullable;

/** One call of a backend for one request. All methods run on the request's loop. */
interface BackendCall {
  /** Starts it; from here on exactly one {@link Listener#over} follows, whatever else happens. */
  void start(Action.Attempt attempt);

  /**
   * Passes the backend's answer on; follows {@link Listener#head}.
   *
   * @param lastOnConnection the client's connection ends with this answer
   */
  void relay(boolean lastOnConnection);

  /**
   * Ends its stream in the manners of its protocol; follows {@link Listener#streamHead}.
   *
   * @param reason what its ends are told, where they can be
   */
  default void endStream(Reason reason) {
    throw new IllegalStateException("no stream: " + reason.code());
  }

  /** Says why it is about to be cancelled. */
  default void endsFor(Reason reason) {}

  /** Nobody wants the answer any more: resets the exchange, interrupts the thread. Idempotent. */
  void cancel();

  /**
   * Nobody wants the answer, whose head is here, but what it came by may be used again; follows
   * {@link Listener#head}.
   */
  default void discard() {
    cancel();
  }

  /** Whether the backend may have seen something of it. */
  boolean touchedBackend();

  /** Whether its request could be sent once more, and where. */
  default Repeat repeat() {
    return Repeat.IMPOSSIBLE;
  }

  /** Which instance it goes to, as the access log names it; null for one within this process. */
  default @Nullable String endpoint() {
    return null;
  }

  /** Bytes that went from the client to the backend outside of HTTP's bodies. */
  default long tunnelledIn() {
    return 0;
  }

  /** Likewise from the backend, or in its place, to the client. */
  default long tunnelledOut() {
    return 0;
  }

  /** Who is told how the call goes. */
  interface Listener {
    /** The response head is here; nothing of it has been passed on. */
    default void head(int status) {
      head(status, Lane.NOT_MEASURED, RetryAdvice.NONE);
    }

    /**
     * Likewise.
     *
     * @param workNanos what the work itself took; {@link Lane#NOT_MEASURED} if only its caller can
     *     tell
     * @param advice when the backend wants to be called again, if it refused
     */
    void head(int status, long workNanos, RetryAdvice advice);

    /** What follows is a stream; nothing of an answer has been passed on. */
    void streamHead(int status);

    /** Who keeps a copy of the answer, whose head for the client is filled; null for nobody. */
    default @Nullable AnswerCopy copy() {
      return null;
    }

    /** The response head of its stream is here. */
    void answered();

    /** Something went through its stream. */
    void moved();

    /** One end of its stream did what it may not. */
    void faulty(Reason reason);

    /** The answer has gone out whole. */
    void delivered();

    /** Another exchange has begun beside the first. */
    default void attempted() {}

    /** It cannot be completed. */
    default void failed(Reason reason) {
      failed(reason, null);
    }

    /**
     * Likewise.
     *
     * @param trigger what of it may call for another attempt; null for nothing
     */
    void failed(Reason reason, @Nullable Trigger trigger);

    /** The workers had no place for it. */
    void refused();

    /** It holds nothing any more: the permit may end. Exactly once. */
    void over();
  }
}
