package io.sluice.dispatch;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One accepted job: its answer, its place, and the means to give it up. Safe from any thread.
 *
 * <p>Its two stages are completed by whichever thread ends it: the worker (done, failed, expired),
 * the caller of {@link #cancel} or {@link BoundedExecutor#shutdownNow} (cancelled), the submitter
 * that displaced it (discarded). No lock is held meanwhile, but dependents keep that thread: a
 * dependent that may block, or belongs on an event loop, hops by itself. What dependents throw goes
 * to their own stages; nobody outside can complete these two.
 */
public sealed interface Task<T extends @Nullable Object> permits Dispatched {
  /** Where it stands in the backlog. */
  Tier tier();

  /** The caller's answer, given exactly once; never completes exceptionally. */
  CompletionStage<Ending<T>> ending();

  /**
   * Completes once the task occupies neither a worker nor a place in the backlog, so that its
   * permit may end; never before {@link #ending} is complete, and never exceptionally.
   */
  CompletionStage<Void> released();

  /**
   * Gives the task up. Queued, it leaves the backlog and is released at once. Running, its caller
   * is answered at once and its thread interrupted, but it is released only when the job returns.
   *
   * @return whether this call ended it; false when it had already ended
   */
  boolean cancel(Reason reason);
}
