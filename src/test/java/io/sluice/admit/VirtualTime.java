package io.sluice.admit;

import java.util.PriorityQueue;

/**
 * A clock that jumps from event to event. Events run in order of time, those of the same instant in
 * order of entry; an event may enter further ones. Starts anywhere, also just below the overflow.
 */
final class VirtualTime {
  static final long MILLIS = 1_000_000L;
  static final long SECONDS = 1_000_000_000L;

  private final PriorityQueue<Event> agenda = new PriorityQueue<>();
  private long nowNanos;
  private long entered;

  private record Event(long atNanos, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      long difference = atNanos - other.atNanos;
      return Long.signum(difference == 0 ? order - other.order : difference);
    }
  }

  VirtualTime(long startNanos) {
    nowNanos = startNanos;
  }

  long nowNanos() {
    return nowNanos;
  }

  void after(long delayNanos, Runnable action) {
    agenda.add(new Event(nowNanos + delayNanos, entered++, action));
  }

  /** Runs everything due within this time and then stands at its end. */
  void run(long durationNanos) {
    long endNanos = nowNanos + durationNanos;
    for (Event next = agenda.peek(); next != null; next = agenda.peek()) {
      if (next.atNanos() - endNanos > 0) {
        break;
      }
      agenda.remove();
      nowNanos = next.atNanos();
      next.action().run();
    }
    nowNanos = endNanos;
  }
}
