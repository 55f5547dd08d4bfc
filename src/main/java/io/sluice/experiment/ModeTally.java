package io.sluice.experiment;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What one run counts. The submitter is the only one that writes what it sees; whoever runs a task
 * writes that it is done.
 */
final class ModeTally {
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private final Mode mode;
  private final long startNanos;
  private final Thread submitter;

  private int requests;
  private long attempts;
  private long rejected;
  private long offeredNanos;
  private final Histogram submitNanos = new Histogram(HIGHEST_NANOS, 3);

  private final AtomicInteger done = new AtomicInteger();
  private final AtomicInteger doneBySubmitter = new AtomicInteger();
  private final AtomicLong lastDoneNanos = new AtomicLong();
  private final Histogram stayNanos = new ConcurrentHistogram(HIGHEST_NANOS, 3);
  private final Histogram runNanos = new ConcurrentHistogram(HIGHEST_NANOS, 3);

  /**
   * @param startNanos when the first request is due
   * @param submitter the thread that submits
   */
  ModeTally(Mode mode, long startNanos, Thread submitter) {
    this.mode = mode;
    this.startNanos = startNanos;
    this.submitter = submitter;
  }

  /** One request has been offered, with all its attempts. */
  void offered(long nowNanos) {
    requests++;
    offeredNanos = nowNanos - startNanos;
  }

  /** One attempt to submit has returned. */
  void attempted(boolean accepted, long tookNanos) {
    attempts++;
    rejected += accepted ? 0 : 1;
    submitNanos.recordValue(bounded(tookNanos));
  }

  /** A task has been run; on the thread that ran it. */
  void done(Thread runner, long submittedNanos, long begunNanos, long nowNanos) {
    done.incrementAndGet();
    if (runner == submitter) {
      doneBySubmitter.incrementAndGet();
    }
    lastDoneNanos.accumulateAndGet(nowNanos - startNanos, Math::max);
    stayNanos.recordValue(bounded(nowNanos - submittedNanos));
    runNanos.recordValue(bounded(nowNanos - begunNanos));
  }

  private static long bounded(long nanos) {
    return Math.clamp(nanos, 0, HIGHEST_NANOS);
  }

  /** The result; only after the last task. */
  ModeResult result() {
    return new ModeResult(
        mode.code(),
        requests,
        attempts,
        attempts - rejected,
        rejected,
        done.get(),
        doneBySubmitter.get(),
        offeredNanos / 1e9,
        lastDoneNanos.get() / 1e9,
        millis(submitNanos.getValueAtPercentile(99)),
        millis(submitNanos.getMaxValue()),
        millis(stayNanos.getValueAtPercentile(50)),
        millis(stayNanos.getValueAtPercentile(99)),
        runNanos.getMean() / 1e6);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }
}
