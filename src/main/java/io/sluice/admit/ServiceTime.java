package io.sluice.admit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The measured time a route's requests take from dispatch to answer: an exponentially weighted mean
 * (α = 1/16) that is forgotten by half for every second without a sample, so that an estimate too
 * long for anyone's deadline lets requests through again instead of confirming itself for ever. Any
 * thread; a sample lost to a race is a sample less.
 */
public final class ServiceTime {
  private static final long HALF_LIFE_NANOS = 1_000_000_000L;
  private static final int ALPHA_SHIFT = 4;
  private static final VarHandle MEAN;

  static {
    try {
      MEAN = MethodHandles.lookup().findVarHandle(ServiceTime.class, "meanNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through MEAN
  private volatile long meanNanos;

  private volatile long lastSampleNanos;

  /** One true measurement, ≥ 0. */
  public void record(long serviceNanos, long nowNanos) {
    long mean = (long) MEAN.getOpaque(this);
    MEAN.setOpaque(this, mean == 0 ? serviceNanos : mean + ((serviceNanos - mean) >> ALPHA_SHIFT));
    lastSampleNanos = nowNanos;
  }

  /** What to expect of the next request; 0 while nothing is known. */
  public long expectedNanos(long nowNanos) {
    long mean = (long) MEAN.getOpaque(this);
    if (mean == 0) {
      return 0;
    }
    long silentSeconds = (nowNanos - lastSampleNanos) / HALF_LIFE_NANOS;
    return silentSeconds <= 0 ? mean : mean >> Math.min(62, silentSeconds);
  }
}
