package io.sluice.experiment;

import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.dispatch.Submission;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.time.Duration;

/** The executor that the gateway runs in-process work on, with as many workers and places. */
final class ProductionPool implements Pool {
  private static final Duration LONG = Duration.ofDays(1);

  private final BoundedExecutor executor;
  private final Deadline deadline;

  ProductionPool(RejectionOptions options, NanoClock clock) {
    executor =
        new BoundedExecutor(
            new ExecutorOptions("experiment", options.workers(), options.queue()),
            clock,
            RunListener.NONE);
    // The JDK's pool knows no deadlines: the same work for both.
    deadline = Deadline.after(LONG.toNanos(), clock.nanoTime());
  }

  @Override
  public boolean submit(int request, Runnable task) {
    Submission<?> answer =
        executor.submit(
            Tier.P1,
            deadline,
            () -> {
              task.run();
              return request;
            });
    return answer instanceof Submission.Accepted<?>;
  }

  @Override
  public void finish() throws InterruptedException {
    executor.shutdown();
    while (!executor.awaitTermination(LONG)) {
      // Tasks are short; this ends with the last of them.
    }
  }
}
