package io.sluice.surge;

/** How one attempt ended, as its client saw it. */
enum Ending {
  /** A 2xx, whole and in time. */
  SUCCEEDED,
  /** A 429 or 503. */
  SHED,
  /** Any other status. */
  OTHER_STATUS,
  /** Sent, but not answered in time; the client closed the connection. */
  TIMED_OUT,
  /** Not sent in time: all connections stayed busy, or none could be made. */
  TIMED_OUT_UNSENT,
  /** Not sent: the generator's queue for a connection was full. */
  QUEUE_FULL,
  /** No connection could be made. */
  CONNECT_FAILED,
  /** The connection was lost before the whole answer was there. */
  BROKEN;

  static Ending ofStatus(int status) {
    if (status >= 200 && status < 300) {
      return SUCCEEDED;
    }
    return status == 429 || status == 503 ? SHED : OTHER_STATUS;
  }

  /** Whether the generator itself, not the server, is why there is no answer. */
  boolean unsent() {
    return this == TIMED_OUT_UNSENT || this == QUEUE_FULL;
  }
}
