package io.sluice.breaker;

/**
 * What a breaker has counted since it closed.
 *
 * @param inARow failures since the last success
 * @param calls in the window; 0, as the next two, where no rate is looked at
 * @param failed of those
 * @param slow of those
 */
public record CallCounts(int inARow, int calls, int failed, int slow) {
  static final CallCounts NONE = new CallCounts(0, 0, 0, 0);

  CallCounts inARow(int failures) {
    return new CallCounts(failures, calls, failed, slow);
  }
}
