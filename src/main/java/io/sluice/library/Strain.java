package io.sluice.library;

/**
 * What ails one endpoint.
 *
 * @param slowdown 1 to 1000; a call takes so many times as long
 * @param failureRate 0 to 1; the share of calls answered 500, beside those that fail anyway
 */
record Strain(double slowdown, double failureRate) {
  static final Strain NONE = new Strain(1, 0);

  Strain {
    if (!(slowdown >= 1 && slowdown <= 1000)) {
      throw new IllegalArgumentException("slowdown: " + slowdown + " (expected: 1..1000)");
    }
    if (!(failureRate >= 0 && failureRate <= 1)) {
      throw new IllegalArgumentException("failureRate: " + failureRate + " (expected: 0..1)");
    }
  }
}
