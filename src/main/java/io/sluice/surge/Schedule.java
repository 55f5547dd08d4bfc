package io.sluice.surge;

import java.util.random.RandomGenerator;

/**
 * The instants at which requests are due: offsets from the start of the run, ascending, first those
 * of the warm-up, then those of the window. Offsets come from a running sum, not from the previous
 * wake-up, so lateness never adds up.
 */
final class Schedule {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Load load;
  private final RandomGenerator random;
  private final long warmUpNanos;
  private final long endNanos;
  private boolean inWindow;

  /** Offset of the next arrival from the beginning of its part: warm-up or window. */
  private double atNanos;

  /** Arrivals of this part so far; even spacing multiplies instead of adding up rounding errors. */
  private long arrived;

  Schedule(Load load, RandomGenerator random) {
    this.load = load;
    this.random = random;
    this.warmUpNanos = load.warmUp().toNanos();
    this.endNanos = warmUpNanos + load.window().toNanos();
    begin(load.warmUp().isZero());
  }

  /** The next offset in nanoseconds; -1 when the run is over. */
  long nextOffsetNanos() {
    long offset = (inWindow ? warmUpNanos : 0) + (long) atNanos;
    if (!inWindow && offset >= warmUpNanos) {
      begin(true);
      return nextOffsetNanos();
    }
    if (offset >= endNanos) {
      return -1;
    }
    step();
    return offset;
  }

  private void begin(boolean window) {
    inWindow = window;
    arrived = 0;
    // Exponential gaps forget the past, so starting them anew at the border changes nothing.
    atNanos = load.arrivals() == Load.Arrivals.POISSON ? gapNanos() : 0;
  }

  private void step() {
    arrived++;
    atNanos =
        switch (load.arrivals()) {
          case CONSTANT -> arrived * (NANOS_PER_SECOND / perSecond());
          case POISSON -> atNanos + gapNanos();
        };
  }

  private double gapNanos() {
    return random.nextExponential() * (NANOS_PER_SECOND / perSecond());
  }

  private double perSecond() {
    return inWindow ? load.perSecond() : load.warmUpPerSecond();
  }
}
