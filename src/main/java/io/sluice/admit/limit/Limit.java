package io.sluice.admit.limit;

/**
 * Turns what one window of calls showed into a new limit and the reason for it. Knows no clock and
 * no threads: its lane calls it under its lock, once a window.
 */
public interface Limit {
  /** The limit now, a real number; the lane admits up to its floor. */
  double value();

  /** Looks at a window that has just closed, and moves or holds. */
  Move next(Sample window);
}
