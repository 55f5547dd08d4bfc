package io.sluice.dispatch;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The worker threads of one lane: N of them, a bounded tier-ordered backlog in front, and abort
 * when both are full.
 *
 * <p>A submission is accepted exactly when running + queued &lt; workers + backlog; the workers
 * take P0 before P1 before P2, first in, first out within a tier, and do not start what is past its
 * deadline. Submitting and cancelling never block and are safe from any thread, event loops
 * included. The threads are daemons, so that a job that ignores its interrupt cannot keep the
 * process alive.
 */
public final class BoundedExecutor {
  private final int places;
  private final ThreadPoolExecutor pool;
  private final Workshop workshop;

  /** Starts the workers. */
  public BoundedExecutor(ExecutorOptions options, NanoClock clock, RunListener listener) {
    places = options.places();
    workshop = new Workshop(places, clock, listener);
    pool =
        new ThreadPoolExecutor(
            options.workers(),
            options.workers(),
            0,
            TimeUnit.NANOSECONDS,
            workshop.backlog,
            Thread.ofPlatform().name("sluice-" + options.name() + "-worker-", 1).daemon().factory(),
            new ThreadPoolExecutor.AbortPolicy());
    // All at once: no submitter pays for starting a thread, and every task passes the backlog.
    pool.prestartAllCoreThreads();
  }

  /** How many tasks it takes on at once, running or queued. */
  public int places() {
    return places;
  }

  /** Submits with {@link Overload#ABORT}. */
  public <T extends @Nullable Object> Submission<T> submit(
      Tier tier, Deadline deadline, Job<T> job) {
    return submit(tier, deadline, Overload.ABORT, job);
  }

  /** Takes the job on, or says at once why not. */
  public <T extends @Nullable Object> Submission<T> submit(
      Tier tier, Deadline deadline, Overload overload, Job<T> job) {
    workshop.tally.submitted();
    if (pool.isShutdown()) {
      return reject(Reason.DRAINING);
    }
    boolean placed = workshop.tryTakePlace();
    if (!placed && overload == Overload.ABORT) {
      return reject(Reason.ABORTED);
    }
    workshop.tally.accepted();
    var task = new Dispatched<>(workshop, tier, deadline, overload, job, workshop.clock.nanoTime());
    if (placed || (overload == Overload.DISCARD_OLDEST && workshop.tryTakeOldestPlace(tier))) {
      enqueue(task);
    } else {
      task.discard();
    }
    return new Submission.Accepted<>(task);
  }

  /** What it has done so far. */
  public Counts counts() {
    return workshop.counts();
  }

  /**
   * Takes on nothing more; what was accepted still runs. Does not block. A submission at the very
   * same time may be accepted and then cancelled with {@link Reason#DRAINING}.
   */
  public void shutdown() {
    pool.shutdown();
  }

  /**
   * Takes on nothing more and cancels everything accepted with {@link Reason#DRAINING}: the queued
   * are released, the running answered and interrupted. Does not block.
   */
  public void shutdownNow() {
    pool.shutdown();
    workshop.stop();
    for (Runnable queued : workshop.backlog) {
      ((Dispatched<?>) queued).cancel(Reason.DRAINING);
    }
    for (Dispatched<?> running : workshop.onWorkers()) {
      running.cancel(Reason.DRAINING);
    }
  }

  /**
   * Waits, after a shutdown, until every worker has returned. Blocks: never on an event loop.
   *
   * @return false when {@code atMost} passed first
   */
  public boolean awaitTermination(Duration atMost) throws InterruptedException {
    return pool.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Shuts down, lets what was accepted end by itself for {@code patience}, then cancels the rest.
   * Blocks: never on an event loop. When interrupted it cancels the rest at once.
   *
   * @return whether everything ended by itself
   */
  public boolean close(Duration patience) throws InterruptedException {
    shutdown();
    boolean ended = false;
    try {
      ended = awaitTermination(patience);
    } finally {
      if (!ended) {
        shutdownNow();
      }
    }
    return ended;
  }

  private <T extends @Nullable Object> Submission<T> reject(Reason reason) {
    workshop.tally.rejected();
    return new Submission.Rejected<>(reason);
  }

  private void enqueue(Dispatched<?> task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException closing) {
      // The backlog has room for every holder of a place, so this is a shutdown at the same time.
      task.cancel(Reason.DRAINING);
    }
  }
}
