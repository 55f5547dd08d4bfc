package io.sluice.surge;

/** Hears of every attempt of a run when it has ended, on the event loop that made it. */
@FunctionalInterface
public interface Watcher {
  /** Is not interested. */
  Watcher NONE = attempt -> {};

  /** One attempt is over. Must not block. */
  void ended(Seen attempt);

  /**
   * What its client saw of an attempt. Instants are those of {@link
   * io.sluice.time.NanoClock#SYSTEM}.
   *
   * @param stream the name of its stream
   * @param requestId the same for all attempts at a request
   * @param number 1 for the first
   * @param status 0 without an answer
   * @param isSuccess a 2xx in time
   * @param isLast whether the request is over with it
   * @param dueNanos when the request was due
   * @param begunNanos when the attempt was due
   * @param endedNanos when it was over
   */
  record Seen(
      String stream,
      String requestId,
      int number,
      int status,
      boolean isSuccess,
      boolean isLast,
      long dueNanos,
      long begunNanos,
      long endedNanos) {}
}
