package io.sluice.experiment;

/** The pool under test, as its submitter sees it. */
interface Pool {
  /**
   * Submits one task.
   *
   * @param request its number, from 0
   * @return false when it was refused; true otherwise, which in some modes says little
   */
  boolean submit(int request, Runnable task);

  /** Takes on nothing more and waits until everything that was kept has been done. */
  void finish() throws InterruptedException;
}
