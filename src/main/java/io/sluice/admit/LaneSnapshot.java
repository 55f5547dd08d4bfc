package io.sluice.admit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lane at one instant, as operators see it.
 *
 * @param limit current limit
 * @param tiers by rank
 * @param completionsPerSecond weight completed per second, over the last second
 * @param duplicateEnds permits that were ended twice: always a bug
 * @param oldestPermitNanos age of the oldest live permit; 0 if there is none
 * @param oldestPermitOwner the route that holds it
 * @param overloaded whether its P1 queue stands, so that P1 turns newest first where that is
 *     enforced
 * @param overloads how often that has begun
 * @param moving the limit's own state where it moves; null for a fixed number
 */
public record LaneSnapshot(
    int limit,
    List<TierSnapshot> tiers,
    double completionsPerSecond,
    long duplicateEnds,
    long oldestPermitNanos,
    @Nullable String oldestPermitOwner,
    boolean overloaded,
    long overloads,
    @Nullable LimitState moving) {

  /**
   * One tier of it.
   *
   * @param inFlight weight in flight
   * @param waiting requests waiting
   * @param waitBoundNanos longest wait in force
   * @param waitShare what shortening leaves of the configured one, or would if it were enforced
   * @param level shed level, 0 to 6
   * @param arrivals asks since the start
   * @param admitted permits since the start
   * @param shed refusals since the start
   */
  public record TierSnapshot(
      int inFlight,
      int waiting,
      long waitBoundNanos,
      double waitShare,
      int level,
      long arrivals,
      long admitted,
      long shed) {}

  /** Weight in flight over all tiers. */
  public int inFlight() {
    return tiers.stream().mapToInt(TierSnapshot::inFlight).sum();
  }
}
