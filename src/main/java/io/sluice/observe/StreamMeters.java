package io.sluice.observe;

import io.sluice.exchange.Reason;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of one route's streams: WebSockets, event streams and such gRPC calls, from the
 * moment they are open. Any thread.
 */
public final class StreamMeters {
  private final LongAdder opened = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final ReasonCounts broken = new ReasonCounts();

  StreamMeters() {}

  /** One is open. */
  public void opened() {
    opened.increment();
  }

  /**
   * One that was {@link #opened} is not open any more.
   *
   * @param reason null if one of its ends ended it in good order
   */
  public void closed(@Nullable Reason reason) {
    if (reason == null) {
      ended.increment();
    } else {
      broken.increment(reason);
    }
  }

  public long openedCount() {
    return opened.sum();
  }

  /** Those that one of their ends ended in good order. */
  public long endedCount() {
    return ended.sum();
  }

  /** The others, by reason, reasons seen. */
  public Map<Reason, Long> brokenCounts() {
    return broken.seen();
  }

  public long openCount() {
    // Closed first: one that comes and goes in between must not make it negative.
    long closed = ended.sum() + broken.seen().values().stream().mapToLong(Long::longValue).sum();
    return opened.sum() - closed;
  }
}
