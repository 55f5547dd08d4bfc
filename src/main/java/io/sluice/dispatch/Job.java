package io.sluice.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Blocking work, run once on a worker's thread.
 *
 * <p>When nobody wants its answer any more, that thread is interrupted. A job that ignores the
 * interrupt keeps its worker, and its place, until it returns.
 */
@FunctionalInterface
public interface Job<T extends @Nullable Object> {
  /**
   * Does the work.
   *
   * @throws Exception on any fault; it, like any {@link Error}, becomes {@link Ending.Failed}
   */
  T run() throws Exception;
}
