package io.sluice.hint;

import io.sluice.exchange.RetryHint;

/**
 * Decides when a refused client should come back.
 *
 * <p>{@code base = clamp(drain · 2^level, 100 ms, max)}: what the lane holds must drain first, and
 * longer the longer shedding persists. The client's own wait is one draw {@code base + U[0,1) ·
 * max(base, spread)}, where {@code spread} is the time the lane needs for everything it has shed in
 * the last second: clients refused together come back no faster than they can be served. The draw
 * is added after the clamp, so that a cap never lines clients up again; and only upward, so that
 * nobody is told less than the base.
 *
 * <p>Stateless; any thread.
 */
public final class Hints {
  private static final long FLOOR_MILLIS = 100;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long maxMillis;
  private final long jitterMillis;

  public Hints(HintOptions options) {
    this.maxMillis = options.max().toMillis();
    this.jitterMillis = options.jitter().toMillis();
  }

  /**
   * Draws one client's hint.
   *
   * @param drainNanos time the lane needs for all it holds, ≥ 0; {@link Long#MAX_VALUE} if unknown
   * @param spreadNanos time it needs for all it shed in the last second, likewise
   * @param level how persistently it sheds, 0 to 6
   * @param floorMillis smallest base for this kind of request
   * @param draw uniform from [0, 1)
   */
  public RetryHint hint(
      long drainNanos, long spreadNanos, int level, long floorMillis, double draw) {
    long floor = Math.clamp(floorMillis, FLOOR_MILLIS, maxMillis);
    long drainMillis = Math.min(drainNanos / NANOS_PER_MILLI, maxMillis);
    long baseMillis = Math.clamp(drainMillis << level, floor, maxMillis);
    long spreadMillis = Math.min(spreadNanos / NANOS_PER_MILLI, maxMillis);
    long afterMillis = baseMillis + (long) (draw * Math.max(baseMillis, spreadMillis));
    return new RetryHint(afterMillis, baseMillis, maxMillis, jitterMillis);
  }
}
