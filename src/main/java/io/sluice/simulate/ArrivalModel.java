package io.sluice.simulate;

import io.sluice.simulate.scenario.ClientOptions;
import java.util.random.RandomGenerator;

/** When the requests of an open loop come, and how many a second. */
final class ArrivalModel {
  private static final double SECOND_NANOS = 1e9;
  private static final long NEVER_NANOS = Long.MAX_VALUE / 4;

  private final ClientOptions options;
  private final long startNanos;
  private final RandomGenerator random;
  private int leftInBurst;

  ArrivalModel(ClientOptions options, long startNanos, RandomGenerator random) {
    this.options = options;
    this.startNanos = startNanos;
    this.random = random;
  }

  /** Expected requests a second at this instant. */
  double rate(long nowNanos) {
    double since = nowNanos - startNanos;
    double rate = options.rate();
    double more = options.peak() - rate;
    return switch (options.arrivals()) {
      case CONSTANT, POISSON, BURST -> rate;
      case STEP ->
          since >= options.from().toNanos() && since < options.until().toNanos()
              ? options.peak()
              : rate;
      case FLASH -> {
        double after = since - options.from().toNanos();
        yield after < 0 ? rate : rate + more * Math.pow(0.5, after / options.period().toNanos());
      }
      case DIURNAL ->
          rate + more * (1 - Math.cos(2 * Math.PI * since / options.period().toNanos())) / 2;
    };
  }

  /** Nanoseconds from now to the next request. */
  long nextNanos(long nowNanos) {
    return switch (options.arrivals()) {
      case CONSTANT -> options.rate() == 0 ? NEVER_NANOS : (long) (SECOND_NANOS / options.rate());
      case BURST -> nextOfBurst(nowNanos);
      case POISSON, STEP, FLASH, DIURNAL -> nextOfPoisson(nowNanos);
    };
  }

  private long nextOfBurst(long nowNanos) {
    if (leftInBurst > 0) {
      leftInBurst--;
      return 0;
    }
    long period = options.period().toNanos();
    leftInBurst = (int) Math.round(options.rate() * (period / SECOND_NANOS)) - 1;
    return leftInBurst < 0 ? NEVER_NANOS : period - (nowNanos - startNanos) % period;
  }

  /** Thinning (Lewis and Shedler 1979): draws at the highest rate, kept in proportion. */
  private long nextOfPoisson(long nowNanos) {
    double highest = Math.max(options.rate(), hasPeak() ? options.peak() : 0);
    if (highest == 0) {
      return NEVER_NANOS;
    }
    double nanos = 0;
    do {
      nanos -= Math.log(1 - random.nextDouble()) * SECOND_NANOS / highest;
    } while (hasPeak() && random.nextDouble() * highest >= rate(nowNanos + (long) nanos));
    return (long) nanos;
  }

  private boolean hasPeak() {
    return options.arrivals() != ClientOptions.Arrivals.POISSON;
  }
}
