package io.sluice.retry;

/** What follows from a failed attempt. */
public sealed interface Verdict {
  /**
   * Another attempt; the budgets have been charged for it.
   *
   * @param atNanos the instant at which it is due, on the clock of the question; may be the
   *     question's own
   */
  record Again(long atNanos) implements Verdict {}

  /**
   * None: the client gets the last answer there was.
   *
   * @param why the first rule that forbids it
   */
  record Stop(Why why) implements Verdict {}
}
