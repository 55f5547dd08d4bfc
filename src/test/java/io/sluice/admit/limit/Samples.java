package io.sluice.admit.limit;

/** Windows as a modelled backend would give them. */
final class Samples {
  private static final long NANOS = 250_000_000L;

  private Samples() {}

  /** A saturated window: so many completions a second, so many in flight, so long a median. */
  static Sample saturated(double perSecond, double inFlight, double medianMillis) {
    return window(perSecond, inFlight, medianMillis, 0, true);
  }

  static Sample unsaturated(double perSecond, double inFlight, double medianMillis) {
    return window(perSecond, inFlight, medianMillis, 0, false);
  }

  static Sample window(
      double perSecond, double inFlight, double medianMillis, int drops, boolean saturated) {
    int completed = (int) Math.round(perSecond * NANOS / 1e9);
    return new Sample(
        NANOS,
        completed,
        (long) (medianMillis * 1e6),
        completed,
        drops,
        inFlight,
        (int) Math.ceil(inFlight),
        saturated);
  }

  /**
   * What a backend of c servers of so many milliseconds each shows at this limit under more load
   * than it can bear, without any noise.
   */
  static Sample ofServers(int servers, double millis, double limit) {
    int inFlight = (int) limit;
    int busy = Math.min(servers, inFlight);
    return saturated(busy * 1000 / millis, inFlight, millis * inFlight / busy);
  }

  /** What a backend shows that answers everything after the same time. */
  static Sample ofBlackHole(double millis, double limit) {
    int inFlight = (int) limit;
    return saturated(inFlight * 1000 / millis, inFlight, millis);
  }
}
