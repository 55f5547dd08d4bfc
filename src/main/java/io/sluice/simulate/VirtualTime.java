package io.sluice.simulate;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A clock that jumps from one event to the next. Events of the same instant happen in the order in
 * which they were asked for, so that a run repeats itself to the last bit. One thread.
 */
final class VirtualTime implements Executor {
  private static final Event PAST = new Event(0, 0, () -> {});

  private Event[] heap = new Event[1024];
  private int size;
  private long asked;
  private long nowNanos;
  private final ArrayDeque<Runnable> thisInstant = new ArrayDeque<>();

  /** Something that is to happen, unless it is cancelled before. */
  static final class Event {
    private final long atNanos;
    private final long turn;
    private @Nullable Runnable what;

    private Event(long atNanos, long turn, Runnable what) {
      this.atNanos = atNanos;
      this.turn = turn;
      this.what = what;
    }

    void cancel() {
      what = null;
    }

    private boolean isBefore(Event other) {
      return atNanos != other.atNanos ? atNanos - other.atNanos < 0 : turn - other.turn < 0;
    }
  }

  /**
   * @param startNanos where the clock begins; any number, also a negative one
   */
  VirtualTime(long startNanos) {
    nowNanos = startNanos;
  }

  long nowNanos() {
    return nowNanos;
  }

  /** Has something happen at an instant; one that has passed is now. */
  Event at(long atNanos, Runnable what) {
    var event = new Event(atNanos - nowNanos > 0 ? atNanos : nowNanos, asked++, what);
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    up(size++, event);
    return event;
  }

  Event in(long nanos, Runnable what) {
    return at(nowNanos + nanos, what);
  }

  /** Has something happen at this instant, once what is happening is over. */
  @Override
  public void execute(Runnable what) {
    thisInstant.add(what);
  }

  /** Runs until this instant, or until nothing is left that is to happen before it. */
  void runUntil(long untilNanos) {
    runThisInstant();
    while (size > 0 && heap[0].atNanos - untilNanos < 0) {
      Event next = pop();
      Runnable what = next.what;
      if (what != null) {
        nowNanos = next.atNanos;
        what.run();
        runThisInstant();
      }
    }
    if (untilNanos - nowNanos > 0) {
      nowNanos = untilNanos;
    }
  }

  /** Runs until nothing is left that is to happen. */
  void runDry() {
    while (size > 0) {
      runUntil(heap[0].atNanos + 1);
    }
  }

  private void runThisInstant() {
    while (!thisInstant.isEmpty()) {
      Objects.requireNonNull(thisInstant.poll()).run();
    }
  }

  private Event pop() {
    Event first = heap[0];
    Event last = heap[--size];
    heap[size] = PAST; // so that what has happened can be forgotten
    if (size > 0) {
      down(last);
    }
    return first;
  }

  private void up(int from, Event event) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!event.isBefore(heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = event;
  }

  private void down(Event event) {
    int at = 0;
    int half = size >>> 1;
    while (at < half) {
      int child = 2 * at + 1;
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(event)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = event;
  }
}
