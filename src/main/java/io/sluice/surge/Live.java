package io.sluice.surge;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the running second, written by all loops. */
final class Live {
  private final LongAdder sent = new LongAdder();
  private final LongAdder ok = new LongAdder();
  private final LongAdder shed = new LongAdder();
  private final LongAdder late = new LongAdder();

  private int second;

  void ended(Attempt attempt, Ending ending) {
    if (attempt.sent) {
      sent.increment();
    }
    switch (ending) {
      case SUCCEEDED -> ok.increment();
      case SHED -> shed.increment();
      case TIMED_OUT, TIMED_OUT_UNSENT, QUEUE_FULL -> late.increment();
      case OTHER_STATUS, CONNECT_FAILED, BROKEN -> {}
    }
  }

  /** The counts since the last call. Calls must not overlap. */
  Progress next(long nowNanos, Window window) {
    boolean warmingUp = nowNanos - window.startNanos() < 0;
    return new Progress(
        ++second,
        warmingUp,
        sent.sumThenReset(),
        ok.sumThenReset(),
        shed.sumThenReset(),
        late.sumThenReset());
  }
}
