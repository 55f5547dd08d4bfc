package io.sluice.admit.limit;

/**
 * What one window of calls showed: a lane's true measurements between two moments.
 *
 * @param nanos length of the window, &gt; 0
 * @param samples calls measured: their latency runs from dispatch to the response head
 * @param medianNanos their median; 0 without samples
 * @param completed weight that came back measured, for the throughput
 * @param drops calls that timed out or were refused by the backend
 * @param meanInFlight weight in flight, averaged over the window's time
 * @param peakInFlight the most there was at once
 * @param saturated whether a ceiling refused someone or made them wait
 */
public record Sample(
    long nanos,
    int samples,
    long medianNanos,
    long completed,
    int drops,
    double meanInFlight,
    int peakInFlight,
    boolean saturated) {

  /** Weight completed per second. */
  public double perSecond() {
    return completed * 1e9 / nanos;
  }
}
