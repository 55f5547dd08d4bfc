package io.sluice.admit.limit;

/**
 * Windows seen at one limit: their throughput with its uncertainty, their mean concurrency and
 * their median. Not thread-safe.
 */
final class Arm {
  /** The scatter of throughput is taken for that of a Poisson process, for so many windows. */
  private static final double BELIEVED = 2;

  private int windows;
  private double completed;
  private double nanos;
  private double inFlightNanos;
  private double medianSum;
  private double logSum;
  private double logSquares;

  void clear() {
    windows = 0;
    completed = 0;
    nanos = 0;
    inFlightNanos = 0;
    medianSum = 0;
    logSum = 0;
    logSquares = 0;
  }

  void add(Sample window) {
    windows++;
    completed += window.completed();
    nanos += window.nanos();
    inFlightNanos += window.meanInFlight() * window.nanos();
    medianSum += window.medianNanos();
    double log = Math.log(window.perSecond());
    logSum += log;
    logSquares += log * log;
  }

  int windows() {
    return windows;
  }

  /** Natural logarithm of the throughput. */
  double logThroughput() {
    return Math.log(completed / nanos);
  }

  /** The variance of {@link #logThroughput}. */
  double variance() {
    double perWindow = windows / completed; // 1/n, what a Poisson process would have
    double deviations = Math.max(0, logSquares - logSum * logSum / windows);
    return (BELIEVED * perWindow + deviations) / (BELIEVED + windows - 1) / windows;
  }

  double inFlight() {
    return inFlightNanos / nanos;
  }

  double medianNanos() {
    return medianSum / windows;
  }
}
