package io.sluice.dispatch;

import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/** The executor's answer to one submission. */
public sealed interface Submission<T extends @Nullable Object> {
  /** The task was taken on, and will end (a discarded one already has). */
  record Accepted<T extends @Nullable Object>(Task<T> task) implements Submission<T> {}

  /**
   * Nothing was taken on and nothing will run.
   *
   * @param reason {@link Reason#ABORTED} when every place is taken, {@link Reason#DRAINING} when
   *     the executor is shutting down
   */
  record Rejected<T extends @Nullable Object>(Reason reason) implements Submission<T> {}
}
