package io.sluice.breaker;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * The right to call the backend once, until {@link CircuitBreaker#end}, which takes effect exactly
 * once. Any thread may end it.
 */
public final class Passage implements Entry {
  private static final AtomicIntegerFieldUpdater<Passage> ENDED =
      AtomicIntegerFieldUpdater.newUpdater(Passage.class, "ended");

  private final long period;
  private final boolean probe;

  @SuppressWarnings("UnusedVariable") // through ENDED
  private volatile int ended;

  Passage(long period, boolean probe) {
    this.period = period;
    this.probe = probe;
  }

  /** True the first time only. */
  boolean endOnce() {
    return ENDED.compareAndSet(this, 0, 1);
  }

  /** The breaker's period it belongs to; what it brings home in another one is of no interest. */
  long period() {
    return period;
  }

  /** Whether what becomes of this call decides if the breaker closes. */
  public boolean isProbe() {
    return probe;
  }
}
