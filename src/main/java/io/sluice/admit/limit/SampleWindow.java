package io.sluice.admit.limit;

import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Collects the calls of one window after the other. A window closes with the first call after 250
 * ms that makes it 50 samples, or with the first after 5 s whatever it has. Not thread-safe; the
 * lane's lock guards it.
 */
public final class SampleWindow {
  private static final long SHORTEST_NANOS = 250_000_000L;
  private static final long LONGEST_NANOS = 5_000_000_000L;
  private static final int ENOUGH = 50;

  private static final long NANOS_PER_MICRO = 1000;
  private static final long LONGEST_CALL_MICROS = 3_600_000_000L;
  private static final int DIGITS = 2;

  private final IntCountsHistogram latencyMicros =
      new IntCountsHistogram(LONGEST_CALL_MICROS, DIGITS);
  private long startNanos;
  private long markNanos;
  private double inFlightNanos;
  private int inFlight;
  private int peakInFlight;
  private int samples;
  private long completed;
  private int drops;
  private boolean saturated;

  public SampleWindow(long nowNanos) {
    startNanos = nowNanos;
    markNanos = nowNanos;
  }

  /** This much weight is in flight from now on. */
  public void inFlight(int weight, long nowNanos) {
    long elapsedNanos = nowNanos - markNanos;
    // Threads may bring their readings of the clock a little out of turn.
    if (elapsedNanos > 0) {
      inFlightNanos += (double) inFlight * elapsedNanos;
      markNanos = nowNanos;
    }
    inFlight = weight;
    peakInFlight = Math.max(peakInFlight, weight);
  }

  /** A ceiling refused someone or made them wait. */
  public void saturated() {
    saturated = true;
  }

  /** A call timed out or was refused by the backend. */
  public void dropped() {
    drops++;
  }

  /**
   * A true measurement.
   *
   * @param latencyNanos from dispatch to the response head, ≥ 0
   */
  public void measured(long latencyNanos, int weight) {
    samples++;
    completed += weight;
    latencyMicros.recordValue(Math.clamp(latencyNanos / NANOS_PER_MICRO, 1, LONGEST_CALL_MICROS));
  }

  /** The window, if it is full now; the next one begins with it. */
  public @Nullable Sample closeIfFull(long nowNanos) {
    long elapsedNanos = nowNanos - startNanos;
    boolean full = elapsedNanos >= SHORTEST_NANOS && samples + drops >= ENOUGH;
    return full || elapsedNanos >= LONGEST_NANOS ? close(nowNanos) : null;
  }

  private Sample close(long nowNanos) {
    inFlight(inFlight, nowNanos);
    long nanos = nowNanos - startNanos;
    long medianNanos = samples == 0 ? 0 : latencyMicros.getValueAtPercentile(50) * NANOS_PER_MICRO;
    var closed =
        new Sample(
            nanos,
            samples,
            medianNanos,
            completed,
            drops,
            inFlightNanos / nanos,
            peakInFlight,
            saturated);
    startNanos = nowNanos;
    inFlightNanos = 0;
    peakInFlight = inFlight;
    samples = 0;
    completed = 0;
    drops = 0;
    saturated = false;
    latencyMicros.reset();
    return closed;
  }
}
