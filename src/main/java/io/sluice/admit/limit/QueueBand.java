package io.sluice.admit.limit;

/**
 * How long the queue in the backend is, and how long it may be. With N in flight on average, a
 * baseline b and a median m, {@code q = N·(1 − b/m)} of them queue (Little's law; Brakmo and
 * Peterson's Vegas). The band reaches from k to 2.5 k with {@code k = ¾·√L}: the noise of what is
 * in flight grows with its root.
 */
final class QueueBand {
  private static final double HEADROOM = 0.75;
  private static final double WIDTH = 2.5;

  private QueueBand() {}

  static double queue(double inFlight, double baselineNanos, double medianNanos) {
    return inFlight * (1 - Math.min(1, baselineNanos / medianNanos));
  }

  /** k. */
  static double headroom(double limit) {
    return Math.max(1, HEADROOM * Math.sqrt(limit));
  }

  static boolean isShort(double queue, double limit) {
    return queue <= headroom(limit);
  }

  static boolean isLong(double queue, double limit) {
    return queue > WIDTH * headroom(limit);
  }

  /** The baseline that puts the queue in the middle of the band. */
  static double centred(double inFlight, double medianNanos, double limit) {
    return medianNanos * Math.max(0.1, 1 - middle(limit) / inFlight);
  }

  /** The limit that leaves the middle of the band as the queue. */
  static double wanted(double inFlight, double baselineNanos, double medianNanos, double limit) {
    return inFlight * baselineNanos / medianNanos + middle(limit);
  }

  private static double middle(double limit) {
    return headroom(limit) * (1 + WIDTH) / 2;
  }
}
