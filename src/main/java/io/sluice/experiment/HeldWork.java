package io.sluice.experiment;

import io.sluice.time.NanoClock;
import java.util.concurrent.locks.LockSupport;

/** Work that holds its thread for a time and nothing else, as a call to a database does. */
final class HeldWork {
  private final NanoClock clock;

  HeldWork(NanoClock clock) {
    this.clock = clock;
  }

  /**
   * Holds the calling thread.
   *
   * @throws InterruptedException as soon as it is interrupted
   */
  void hold(long nanos) throws InterruptedException {
    long untilNanos = clock.nanoTime() + nanos;
    for (long leftNanos; (leftNanos = untilNanos - clock.nanoTime()) > 0; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(this, leftNanos);
    }
  }
}
