package io.sluice.journey;

/**
 * A backend's own word that it is at its limit: CPU or pool exhausted, as a response header says.
 * Believed for a second after it was said last. Any thread.
 */
public final class Distress {
  private static final long BELIEVED_NANOS = 1_000_000_000L;

  private volatile boolean everSaid;
  private volatile long saidNanos;

  /** It has said so. */
  public void said(long nowNanos) {
    saidNanos = nowNanos;
    everSaid = true;
  }

  /** Whether it said so within the last second. */
  public boolean isOn(long nowNanos) {
    return everSaid && nowNanos - saidNanos < BELIEVED_NANOS;
  }
}
