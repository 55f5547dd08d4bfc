package io.sluice.exchange;

import org.jspecify.annotations.Nullable;

/** The ways a request can end. A new one is a compile error until it is answered and counted. */
public sealed interface Outcome {
  /** The backend's own answer went to the client, whole. */
  record Answered(int status) implements Outcome {}

  /**
   * It became a stream, which has ended.
   *
   * @param status of the response that began it
   * @param reason why it ended; null if one of its two ends ended it in good order
   */
  record Streamed(int status, @Nullable Reason reason) implements Outcome {}

  /** Loss-tolerant work was taken on; the client has its 202 and nothing else to expect. */
  record Taken() implements Outcome {}

  /**
   * Refused by us before anything was sent.
   *
   * @param reason which gate
   * @param hint when to come back; null if coming back cannot help
   * @param inFlight weight in flight on the lane at the decision; 0 where no lane decided
   * @param limit the lane's limit, likewise
   * @param waiting how many were waiting, likewise
   */
  record Refused(Reason reason, @Nullable RetryHint hint, int inFlight, int limit, int waiting)
      implements Outcome {}

  /**
   * It failed: the request itself, its time, the backend, or we.
   *
   * @param reason why; never of the shed family
   */
  record Failed(Reason reason) implements Outcome {}

  /**
   * Something else answered in the place of its backend.
   *
   * @param kind what did
   * @param status of the answer the client got
   * @param reason why the backend did not
   */
  record FellBack(FallbackKind kind, int status, Reason reason) implements Outcome {}

  /**
   * It had been done before: the answer of that time went to the client once more.
   *
   * @param status of that answer
   */
  record Replayed(int status) implements Outcome {}

  /** Why it did not get the backend's own answer, or null if it did. */
  default @Nullable Reason reason() {
    return switch (this) {
      case Answered _, Taken _, Replayed _ -> null;
      case Streamed streamed -> streamed.reason;
      case Refused refused -> refused.reason;
      case Failed failed -> failed.reason;
      case FellBack fellBack -> fellBack.reason;
    };
  }
}
