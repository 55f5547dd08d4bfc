package io.sluice.dispatch;

/**
 * What becomes of a submission that finds every place taken. Chosen per submission. That the
 * submitter does the work itself is not a choice: ours is an event loop.
 */
public enum Overload {
  /** It is refused, as {@link Submission.Rejected}. The only choice wherever the answer matters. */
  ABORT,
  /** It is accepted, dropped and counted, and ends as {@link Ending.Discarded} at once. */
  DISCARD,
  /**
   * It takes the place of the oldest queued task of the lowest tier, which ends as {@link
   * Ending.Discarded}. Only a task that was itself submitted with {@code DISCARD_OLDEST}, and whose
   * tier is not above the newcomer's, can lose its place; if there is none, the newcomer is
   * discarded.
   */
  DISCARD_OLDEST
}
