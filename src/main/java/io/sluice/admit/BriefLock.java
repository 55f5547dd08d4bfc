package io.sluice.admit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A lock for sections of some tens of nanoseconds that never block: nobody queues for it. Whoever
 * finds it taken looks again, after a moment at first and then between short naps, as its holder
 * may have lost its core.
 *
 * <p>That is half the price of a lock with a queue: without one, letting go need not ask whether
 * somebody sleeps, so it is a plain store with release semantics instead of a fence. It is neither
 * reentrant nor fair, and heeds no interrupt.
 */
final class BriefLock {
  /** Looks without a pause worth naming: longer than any section whose holder is running. */
  private static final int SPINS = 128;

  private static final long NAP_NANOS = 20_000;

  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(BriefLock.class, "held", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // by its handle
  private boolean held;

  void lock() {
    if (!HELD.compareAndSet(this, false, true)) {
      lockLater();
    }
  }

  private void lockLater() {
    int looks = 0;
    do {
      pause(looks++);
    } while ((boolean) HELD.getAcquire(this) || !HELD.compareAndSet(this, false, true));
  }

  private static void pause(int looks) {
    if (looks < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }

  /** By the thread that holds it. */
  void unlock() {
    HELD.setRelease(this, false);
  }
}
