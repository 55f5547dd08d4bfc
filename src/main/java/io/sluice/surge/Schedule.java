package io.sluice.surge;

import java.util.random.RandomGenerator;

/**
 * The instants at which requests are due: offsets from the start of the run, ascending, first those
 * of the warm-up, then those of the window.
 *
 * <p>The first half of the warm-up climbs evenly from nothing to its rate: compilers on both sides
 * are cold, and full load at once would begin the run with a collapse that closes connections
 * faster than they can be made.
 *
 * <p>Arrivals are drawn on a scale on which one is expected per unit, and then placed in time by
 * the inverse of the expected count, so lateness and rounding never add up.
 */
final class Schedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Load load;
  private final RandomGenerator random;
  private final long warmUpNanos;
  private final long endNanos;
  private boolean inWindow;

  /** The next arrival of this part, warm-up or window, on the scale of expected arrivals. */
  private double next;

  Schedule(Load load, RandomGenerator random) {
    this.load = load;
    this.random = random;
    this.warmUpNanos = load.warmUp().toNanos();
    this.endNanos = warmUpNanos + load.window().toNanos();
    begin(load.warmUp().isZero());
  }

  /** The next offset in nanoseconds; -1 when the run is over. */
  long nextOffsetNanos() {
    if (!inWindow) {
      long offset = (long) warmUpOffsetNanos(next);
      if (offset < warmUpNanos) {
        next += gap();
        return offset;
      }
      begin(true);
    }
    long offset = warmUpNanos + (long) (next * NANOS_PER_SECOND / load.perSecond());
    next += gap();
    return offset < endNanos ? offset : -1;
  }

  private void begin(boolean window) {
    inWindow = window;
    // Exponential gaps forget the past, so starting them anew at the border changes nothing.
    next = load.arrivals() == Load.Arrivals.POISSON ? gap() : 0;
  }

  private double gap() {
    return switch (load.arrivals()) {
      case CONSTANT -> 1;
      case POISSON -> random.nextExponential();
    };
  }

  /**
   * When {@code expected} arrivals are expected: n(t) = rate·t²/2h up to h, then rate·(t − h/2).
   */
  private double warmUpOffsetNanos(double expected) {
    double climbNanos = warmUpNanos / 2.0;
    double perNano = load.warmUpPerSecond() / NANOS_PER_SECOND;
    double duringClimb = perNano * climbNanos / 2;
    return expected < duringClimb
        ? Math.sqrt(2 * climbNanos * expected / perNano)
        : climbNanos / 2 + expected / perNano;
  }
}
