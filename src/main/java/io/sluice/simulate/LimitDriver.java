package io.sluice.simulate;

/**
 * Moves a lane's limit from outside: for limits that are not the lane's own. Told of each call's
 * end, and asked after it.
 */
public interface LimitDriver {
  /** The limit now, ≥ 1. */
  int limit();

  /** A call was over. */
  void ended(Measured call);

  /**
   * A call that was over.
   *
   * @param startNanos when it was dispatched
   * @param latencyNanos until its head was here, or until it was given up
   * @param inFlight weight in flight when it was dispatched, its own included
   * @param ending what it taught
   * @param endNanos when it was over
   */
  record Measured(
      long startNanos, long latencyNanos, int inFlight, Teaching ending, long endNanos) {}

  /** What a call taught. */
  enum Teaching {
    LATENCY,
    DROP,
    NOTHING
  }
}
