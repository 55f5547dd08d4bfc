package io.sluice.edge;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The streams that are open, over all event loops, to be told when they have to go. Any thread. */
final class OpenStreams {
  private final Set<Runnable> farewells = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closing;

  /**
   * One is open until it has {@link #left}.
   *
   * @param farewell how it is told to go; at once if that is what all are told
   */
  void joined(Runnable farewell) {
    open.incrementAndGet();
    farewells.add(farewell);
    if (closing) {
      tell(farewell);
    }
  }

  void left(Runnable farewell) {
    farewells.remove(farewell);
    open.decrementAndGet();
  }

  /** Tells all there are, and all that come, once each. */
  void tellToGo() {
    closing = true;
    farewells.forEach(this::tell);
  }

  private void tell(Runnable farewell) {
    if (farewells.remove(farewell)) {
      farewell.run();
    }
  }

  int count() {
    return open.get();
  }
}
