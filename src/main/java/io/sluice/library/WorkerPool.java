package io.sluice.library;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Worker threads behind a long but bounded queue, first come first served: what a servlet container
 * has. Nothing leaves the queue but by being worked on.
 */
final class WorkerPool {
  private final ThreadPoolExecutor threads;

  /**
   * @param afterLast run once, when the last thread has ended after {@link #stop}
   */
  WorkerPool(int workers, int queue, Runnable afterLast) {
    var names = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            workers,
            workers,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(queue),
            work -> new Thread(work, "library-worker-" + names.incrementAndGet())) {
          @Override
          protected void terminated() {
            Thread.interrupted(); // it meant the work, not what comes after it
            afterLast.run();
          }
        };
    threads.prestartAllCoreThreads();
  }

  /** Queues a task; false, and nothing else, when the queue is full or the pool stopped. */
  boolean offer(Runnable task) {
    try {
      threads.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  int queued() {
    return threads.getQueue().size();
  }

  /** Interrupts what runs and forgets what is queued. */
  void stop() {
    threads.shutdownNow();
  }
}
