package io.sluice.experiment;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The JDK's own pool, with one of its own policies for when it is full. */
final class JdkPool implements Pool {
  private final ThreadPoolExecutor pool;

  private JdkPool(RejectionOptions options, RejectedExecutionHandler full) {
    pool =
        new ThreadPoolExecutor(
            options.workers(),
            options.workers(),
            0,
            TimeUnit.NANOSECONDS,
            new ArrayBlockingQueue<>(options.queue()),
            Thread.ofPlatform().name("experiment-worker-", 1).daemon().factory(),
            full);
    pool.prestartAllCoreThreads();
  }

  static Pool aborting(RejectionOptions options) {
    return new JdkPool(options, new ThreadPoolExecutor.AbortPolicy());
  }

  static Pool runningInTheCaller(RejectionOptions options) {
    return new JdkPool(options, new ThreadPoolExecutor.CallerRunsPolicy());
  }

  static Pool discarding(RejectionOptions options) {
    return new JdkPool(options, new ThreadPoolExecutor.DiscardPolicy());
  }

  @Override
  public boolean submit(int request, Runnable task) {
    try {
      pool.execute(task);
      return true;
    } catch (RejectedExecutionException full) {
      return false;
    }
  }

  @Override
  public void finish() throws InterruptedException {
    pool.shutdown();
    pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
  }
}
