package io.sluice.edge;

import io.sluice.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Says what a blocking backend threw: the client is only told that something did. At most one line
 * a second, with the number of those it stands for; a backend that fails under load must not fill
 * the disk as well. Any thread.
 */
final class BackendFaults {
  private static final System.Logger LOG = System.getLogger("io.sluice.backend");
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final String backend;
  private final NanoClock clock;
  private final AtomicLong nextNanos;
  private final AtomicLong unsaid = new AtomicLong();

  BackendFaults(String backend, NanoClock clock) {
    this.backend = backend;
    this.clock = clock;
    this.nextNanos = new AtomicLong(clock.nanoTime());
  }

  void failed(Throwable cause) {
    unsaid.incrementAndGet();
    long nowNanos = clock.nanoTime();
    long due = nextNanos.get();
    if (nowNanos - due >= 0 && nextNanos.compareAndSet(due, nowNanos + QUIET_NANOS)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "backend " + backend + " failed (" + unsaid.getAndSet(0) + " since the last such line)",
          cause);
    }
  }
}
