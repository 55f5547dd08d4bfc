package io.sluice.simulate.replay;

/** A line that is not what it should be; its message says what was expected. */
final class BadLine extends Exception {
  private static final long serialVersionUID = 1L;

  BadLine(String problem) {
    super(problem, null, false, false);
  }
}
