package io.sluice.dispatch;

import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/** How a task ended, as its caller sees it. */
public sealed interface Ending<T extends @Nullable Object> {
  /** The job returned. */
  record Done<T extends @Nullable Object>(T value) implements Ending<T> {}

  /** The job threw, be it an exception or an error. */
  record Failed<T extends @Nullable Object>(Throwable cause) implements Ending<T> {}

  /**
   * Nobody wants the answer any more: never started, or interrupted and perhaps still running.
   *
   * @param reason what {@link Task#cancel} was told; {@link Reason#DRAINING} on shutdown
   */
  record Cancelled<T extends @Nullable Object>(Reason reason) implements Ending<T> {}

  /**
   * Its deadline had passed when a worker took it, so it was not started.
   *
   * @param lateNanos how long the deadline had been past, ≥ 0
   */
  record Expired<T extends @Nullable Object>(long lateNanos) implements Ending<T> {}

  /** Dropped by the {@link Overload} its submitter chose; never started. */
  record Discarded<T extends @Nullable Object>() implements Ending<T> {}
}
