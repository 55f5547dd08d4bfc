package io.sluice.admit;

import io.sluice.exchange.Tier;

/**
 * In: the right to occupy {@link #weight} of a lane until {@link Lane#end}, which takes effect
 * exactly once; a second end is counted as a bug. Any thread may end it.
 */
public final class Permit implements Decision {
  private final Ask ask;
  private final long takenAtNanos;

  /** Its place among the live permits. */
  private final int slot;

  private boolean ended; // guarded by the lane's lock

  Permit(Ask ask, int slot, long takenAtNanos) {
    this.ask = ask;
    this.slot = slot;
    this.takenAtNanos = takenAtNanos;
  }

  int slot() {
    return slot;
  }

  /** True the first time only. */
  boolean endOnce() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  public Tier tier() {
    return ask.tier();
  }

  public int weight() {
    return ask.weight();
  }

  public long takenAtNanos() {
    return takenAtNanos;
  }
}
