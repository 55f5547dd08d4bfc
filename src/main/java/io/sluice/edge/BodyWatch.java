package io.sluice.edge;

import io.sluice.time.TimerWheel;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a request body makes progress: a window in which hardly anything came, although we were
 * reading, ends it. A byte a second would keep a permit, and a connection to the backend, for as
 * long as the deadline allows.
 */
final class BodyWatch {
  /** So little in a whole window is no progress; the slowest modem sends more in a second. */
  private static final long LEAST_BYTES = 1024;

  private final LoopContext loop;
  private final long windowNanos;
  private final Runnable tooSlow;
  private TimerWheel.@Nullable Timer timer;
  private long bytes;
  private boolean paused;
  private boolean excused;
  private boolean over;

  BodyWatch(LoopContext loop, long windowNanos, Runnable tooSlow) {
    this.loop = loop;
    this.windowNanos = windowNanos;
    this.tooSlow = tooSlow;
  }

  /** From now on; not at all if all of it is here already. */
  void start() {
    if (!over) {
      long nowNanos = loop.now();
      timer = loop.timers().wakeAt(nowNanos + windowNanos, nowNanos, this::windowOver);
    }
  }

  void came(int more) {
    bytes += more;
  }

  /** We do not read for a while: nobody can be too slow in this window. */
  void paused() {
    paused = true;
    excused = true;
  }

  /** We read again. */
  void resumed() {
    paused = false;
  }

  /** All of it is here, or nobody wants the rest. */
  void stop() {
    over = true;
    if (timer != null) {
      loop.timers().cancel(timer);
      timer = null;
    }
  }

  private void windowOver() {
    timer = null;
    if (over) {
      return;
    }
    if (bytes < LEAST_BYTES && !excused) {
      over = true;
      tooSlow.run();
      return;
    }
    bytes = 0;
    excused = paused;
    start();
  }
}
