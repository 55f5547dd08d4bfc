package io.sluice.retry;

/** How an attempt failed, as far as another one is concerned. */
public enum Trigger {
  /** No connection: not a byte was sent. */
  CONNECT_FAILURE,
  /** The backend said that it did not begin: a refused stream, or one beyond a GOAWAY. */
  UNPROCESSED,
  /** A reused connection was closed before anything of the answer had come. */
  STALE_CONNECTION,
  /** The exchange broke before the head of the answer. */
  RESET,
  /** The attempt's time was over. */
  TIMEOUT,
  /** The backend answered, and the status says that it failed. */
  STATUS;

  /** Whether the backend certainly did nothing. */
  boolean nothingDone() {
    return this == CONNECT_FAILURE || this == UNPROCESSED;
  }

  /** Whether not even a byte of the body is gone. */
  boolean nothingSent() {
    return this == CONNECT_FAILURE;
  }
}
