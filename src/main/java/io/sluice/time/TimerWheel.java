package io.sluice.time;

import org.jspecify.annotations.Nullable;

/**
 * The timers of one event loop: thousands are set and nearly all are cancelled, so that both cost a
 * few writes, whatever their number. A hashed wheel (Varghese and Lauck, 1987) of {@value #SLOTS}
 * slots of 1 ms; what is due in a later lap stays in its slot until then.
 *
 * <p>Not thread-safe. It knows no clock: whoever owns it calls {@link #advance} at {@link
 * #nextNanos}. A timer never runs early, and at most 1 ms late for the wheel's sake.
 */
public final class TimerWheel {
  static final int SLOTS = 2048;
  private static final long TICK_NANOS = 1_000_000;

  private final Timer[] slots = new Timer[SLOTS];
  private final long startNanos;

  /** Every tick up to this one has been dealt with. */
  private long tick;

  private int size;

  /** Something to do at a time; one of a list of those in the same slot. */
  public static final class Timer {
    private final long atTick;
    private @Nullable Runnable task;
    private @Nullable Timer before;
    private @Nullable Timer after;

    private Timer(long atTick, Runnable task) {
      this.atTick = atTick;
      this.task = task;
    }
  }

  /**
   * An empty wheel.
   *
   * @param nowNanos where its time begins
   */
  public TimerWheel(long nowNanos) {
    startNanos = nowNanos;
  }

  /** Runs the task once, at the instant or within a tick after it; in the past means next time. */
  public Timer schedule(long atNanos, Runnable task) {
    long atTick = Math.max(tick + 1, Math.ceilDiv(atNanos - startNanos, TICK_NANOS));
    var timer = new Timer(atTick, task);
    int slot = slotOf(atTick);
    Timer first = slots[slot];
    if (first != null) {
      first.before = timer;
      timer.after = first;
    }
    slots[slot] = timer;
    size++;
    return timer;
  }

  /** Forgets it; without effect once it has run or was cancelled. */
  public void cancel(Timer timer) {
    if (timer.task != null) {
      remove(timer);
    }
  }

  /** Runs what is due, which may set and cancel timers; returns how many it ran. */
  public int advance(long nowNanos) {
    long nowTick = Math.floorDiv(nowNanos - startNanos, TICK_NANOS);
    // After a long silence each slot is visited once, not once for every lap.
    long from = Math.max(tick + 1, nowTick - SLOTS + 1);
    tick = Math.max(tick, nowTick);
    int ran = 0;
    for (long visited = from; visited <= nowTick && size > 0; visited++) {
      ran += runDue(slotOf(visited), nowTick);
    }
    return ran;
  }

  private int runDue(int slot, long nowTick) {
    int ran = 0;
    Timer next = slots[slot];
    while (next != null) {
      Timer timer = next;
      Runnable task = timer.task;
      if (task != null && timer.atTick <= nowTick) {
        remove(timer);
        runApart(task);
        ran++;
        next = slots[slot]; // the task may have changed the list
      } else {
        next = timer.after;
      }
    }
    return ran;
  }

  /** One that fails must not keep its neighbours waiting for a lap. */
  private static void runApart(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, fault);
    }
  }

  private void remove(Timer timer) {
    Timer before = timer.before;
    Timer after = timer.after;
    if (before == null) {
      slots[slotOf(timer.atTick)] = after;
    } else {
      before.after = after;
    }
    if (after != null) {
      after.before = before;
    }
    timer.before = null;
    timer.after = null;
    timer.task = null;
    size--;
  }

  /** When to call {@link #advance} next: the first slot with a timer; at once if that is past. */
  public long nextNanos() {
    for (long ahead = tick + 1; ahead <= tick + SLOTS; ahead++) {
      if (slots[slotOf(ahead)] != null) {
        return startNanos + ahead * TICK_NANOS;
      }
    }
    throw new IllegalStateException("no timer is set");
  }

  /** Timers that are set. */
  public int size() {
    return size;
  }

  private static int slotOf(long tick) {
    return (int) (tick & (SLOTS - 1));
  }
}
