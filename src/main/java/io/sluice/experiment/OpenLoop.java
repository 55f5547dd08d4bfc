package io.sluice.experiment;

import io.sluice.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/**
 * One submitting thread: requests are due on a schedule that does not care how the last one went. A
 * submitter that was kept offers what has become due meanwhile without a pause.
 */
final class OpenLoop {
  private final RejectionOptions options;
  private final NanoClock clock;
  private final HeldWork work;

  OpenLoop(RejectionOptions options, NanoClock clock) {
    this.options = options;
    this.clock = clock;
    this.work = new HeldWork(clock);
  }

  /** Offers the whole load on the calling thread; returns when the last task is done. */
  ModeResult run(Mode mode) throws InterruptedException {
    int retries = mode == Mode.ABORT_AND_RETRY ? options.retries() : 0;
    Pool pool = pool(mode);
    long startNanos = clock.nanoTime();
    var tally = new ModeTally(mode, startNanos, Thread.currentThread());
    try {
      for (int request = 0; request < options.requests(); request++) {
        awaitUntil(startNanos + options.offsetNanos(request));
        offer(pool, request, retries, tally);
      }
    } finally {
      pool.finish();
    }
    return tally.result();
  }

  private Pool pool(Mode mode) {
    return switch (mode) {
      case ABORT, ABORT_AND_RETRY -> JdkPool.aborting(options);
      case CALLER_RUNS -> JdkPool.runningInTheCaller(options);
      case DISCARD -> JdkPool.discarding(options);
      case BOUNDED_EXECUTOR -> new ProductionPool(options, clock);
    };
  }

  private void offer(Pool pool, int request, int retries, ModeTally tally) {
    long before = clock.nanoTime();
    boolean accepted = false;
    for (int attempt = 0; attempt <= retries && !accepted; attempt++) {
      long submittedNanos = before;
      accepted = pool.submit(request, () -> perform(submittedNanos, tally));
      long after = clock.nanoTime();
      tally.attempted(accepted, after - before);
      before = after;
    }
    tally.offered(before);
  }

  private void perform(long submittedNanos, ModeTally tally) {
    long begunNanos = clock.nanoTime();
    try {
      work.hold(options.serviceNanos());
    } catch (InterruptedException cutShort) {
      Thread.currentThread().interrupt();
      return; // not done
    }
    tally.done(Thread.currentThread(), submittedNanos, begunNanos, clock.nanoTime());
  }

  private void awaitUntil(long dueNanos) throws InterruptedException {
    for (long leftNanos; (leftNanos = dueNanos - clock.nanoTime()) > 0; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(this, leftNanos);
    }
  }
}
