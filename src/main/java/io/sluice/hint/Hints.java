package io.sluice.hint;

import io.sluice.exchange.RetryHint;

/**
 * Decides when a refused client should come back.
 *
 * <p>{@code base = clamp(drain · 2^level, 100 ms, max)}: what the lane holds must drain first, and
 * longer the longer shedding persists. The client's own wait is one draw from {@code base + [0, 1)
 * · max(base, spread)}, where {@code spread} is the time the lane needs for everything it has shed
 * in the last second: clients refused together come back no faster than they can be served. The
 * draw is added after the clamp, so that a cap never lines clients up again; and only upward, so
 * that nobody is told less than the base. {@code spread} is cut at max too: a client that believes
 * no more than so many seconds would else line up with all others that do the same.
 *
 * <p>Two things would bunch a burst all the same, and move the draw within or just beyond that
 * range: see {@code skippedMillis} and {@code evenMillis}. With them, clients that only read the
 * whole seconds of {@code Retry-After} and add the advertised jitter of one second come back with
 * at most twice the mean in their busiest 100 ms where all were judged by the same numbers, and
 * with at most twice what the lane serves in them where it counted them as it refused them. Those
 * that add nothing line up on the seconds, and no hint can help that; but no second they come back
 * in has more than twice the mean either.
 *
 * <p>Stateless; any thread.
 */
public final class Hints {
  private static final long FLOOR_MILLIS = 100;
  private static final long SECOND_MILLIS = 1000;
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
    long skippedMillis = skippedMillis(baseMillis, spreadMillis);
    long earliestMillis = baseMillis + skippedMillis;
    long widthMillis =
        evenMillis(earliestMillis, Math.max(baseMillis, spreadMillis) - skippedMillis);
    long afterMillis = earliestMillis + (long) (draw * widthMillis);
    return new RetryHint(afterMillis, baseMillis, maxMillis, jitterMillis);
  }

  /**
   * What a client leaves to those refused before it.
   *
   * <p>The spread grows while a burst is being refused: its first client knows of a few, its last
   * of all. Were each to draw from its whole spread, the near times would be drawn from by all and
   * the far ones by the last only, and a burst that takes M times the base to serve would come back
   * 1 + ln M times too densely at first. So whoever knows of many leaves the first three quarters
   * to them; 3 · is how steeply that sets in, so that the range is never narrower than a third of
   * the base. A spread that has reached max no longer grows, and is drawn from whole.
   */
  private long skippedMillis(long baseMillis, long spreadMillis) {
    return spreadMillis < maxMillis
        ? Math.max(0, Math.min(3 * (spreadMillis - baseMillis), spreadMillis * 3 / 4))
        : 0;
  }

  /**
   * The width of a draw widened until clients that only see it in whole seconds are told each of
   * these seconds about equally often: of n seconds touched, none more than 1.5 / n of the time.
   *
   * <p>A range that just touches a second beside one it covers would else send next to nobody back
   * in the one and twice or three times the mean in the other.
   */
  private static long evenMillis(long earliestMillis, long widthMillis) {
    long firstMillis =
        Math.ceilDiv(earliestMillis, SECOND_MILLIS) * SECOND_MILLIS - earliestMillis + 1;
    long restMillis = widthMillis - firstMillis;
    if (restMillis <= 0) {
      return widthMillis;
    }
    // Two seconds: neither may have more than three times the other. Where the first is too short
    // for that, a third second evens it out.
    if (restMillis <= SECOND_MILLIS) {
      long atLeast = restMillis > 3 * firstMillis ? 2 * SECOND_MILLIS : firstMillis * 4 / 3 + 1;
      return Math.max(widthMillis, atLeast);
    }
    long seconds = 1 + Math.ceilDiv(restMillis, SECOND_MILLIS);
    return Math.max(widthMillis, seconds * SECOND_MILLIS * 2 / 3 + 1);
  }
}
