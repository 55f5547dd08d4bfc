package io.sluice.dispatch;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one executor. They only grow. */
final class Tally {
  private final LongAdder submitted = new LongAdder();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private final LongAdder expired = new LongAdder();
  private final LongAdder discarded = new LongAdder();

  void submitted() {
    submitted.increment();
  }

  /** Counted before the task can end, so that no ending is ever seen without it. */
  void accepted() {
    accepted.increment();
  }

  void rejected() {
    rejected.increment();
  }

  void ended(Ending<?> ending) {
    LongAdder counter =
        switch (ending) {
          case Ending.Done<?> _ -> completed;
          case Ending.Failed<?> _ -> failed;
          case Ending.Cancelled<?> _ -> cancelled;
          case Ending.Expired<?> _ -> expired;
          case Ending.Discarded<?> _ -> discarded;
        };
    counter.increment();
  }

  /** Reads effects before their causes, so that no difference is ever negative. */
  Counts snapshot(int running, int queued) {
    long completedNow = completed.sum();
    long failedNow = failed.sum();
    long cancelledNow = cancelled.sum();
    long expiredNow = expired.sum();
    long discardedNow = discarded.sum();
    long rejectedNow = rejected.sum();
    long acceptedNow = accepted.sum();
    return new Counts(
        submitted.sum(),
        acceptedNow,
        completedNow,
        failedNow,
        cancelledNow,
        expiredNow,
        rejectedNow,
        discardedNow,
        running,
        queued);
  }
}
