package io.sluice.admit;

import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/**
 * In: the right to occupy {@link #weight} of a lane until {@link Lane#end}, which takes effect
 * exactly once; a second end is counted as a bug. Any thread may end it.
 */
public final class Permit implements Decision {
  private final Ask ask;
  private final long takenAtNanos;

  // Guarded by the lane's lock: whether it has ended, and its place among the live permits.
  private boolean ended;
  @Nullable Permit older;
  @Nullable Permit newer;

  Permit(Ask ask, long takenAtNanos) {
    this.ask = ask;
    this.takenAtNanos = takenAtNanos;
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

  public String owner() {
    return ask.owner();
  }

  public long takenAtNanos() {
    return takenAtNanos;
  }
}
