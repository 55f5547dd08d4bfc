package io.sluice.surge;

import io.sluice.time.NanoClock;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/**
 * The thread that keeps the time: it sleeps until the next arrival is due and hands everything due
 * to an event loop, one loop after the other.
 *
 * <p>A thread of its own, because timers of an event loop count in whole milliseconds and add most
 * of one to every latency; a parked thread adds a tenth at moderate rates.
 */
final class Pacer {
  /**
   * The shortest sleep: arrivals closer together share a wake-up. Waking two threads costs more
   * than sending a request, so above 2000/s this trades half a millisecond, shown as generator lag,
   * for a third of the generator's time.
   */
  private static final long MIN_PARK_NANOS = 500_000;

  private final NanoClock clock;
  private final Schedule schedule;
  private final Mix mix;
  private final RandomGenerator random;
  private final List<Handoff> loops;
  private final long startNanos;
  private int turn;
  private volatile long dropped;

  /**
   * A pacer that has not begun.
   *
   * @param startNanos the instant of the schedule's offset zero
   * @param random picks from the mix
   */
  Pacer(
      NanoClock clock,
      long startNanos,
      Schedule schedule,
      Mix mix,
      RandomGenerator random,
      List<Handoff> loops) {
    this.clock = clock;
    this.schedule = schedule;
    this.mix = mix;
    this.random = random;
    this.loops = loops;
    this.startNanos = startNanos;
  }

  void start() {
    Thread.ofPlatform().name("surge-pacer").daemon().start(this::run);
  }

  /** Arrivals that were never sent, because a loop was a whole ring behind. */
  long dropped() {
    return dropped;
  }

  private void run() {
    long now = clock.nanoTime();
    long offset = schedule.nextOffsetNanos();
    while (offset >= 0) {
      long dueNanos = startNanos + offset;
      if (dueNanos - now > 0) {
        loops.get(turn).flush();
        turn = (turn + 1) % loops.size();
        now = parkUntil(dueNanos, now);
      }
      hand(dueNanos);
      offset = schedule.nextOffsetNanos();
    }
    for (Handoff loop : loops) {
      loop.close();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // this thread is the only writer
  private void hand(long dueNanos) {
    if (!loops.get(turn).offer(dueNanos, mix.pick(random.nextDouble()))) {
      dropped++;
    }
  }

  private long parkUntil(long dueNanos, long nowNanos) {
    long wakeNanos = nowNanos + Math.max(MIN_PARK_NANOS, dueNanos - nowNanos);
    long now = nowNanos;
    while (wakeNanos - now > 0) {
      LockSupport.parkNanos(this, wakeNanos - now);
      now = clock.nanoTime();
    }
    return now;
  }
}
