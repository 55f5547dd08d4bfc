package io.sluice.breaker;

import io.sluice.breaker.Transition.Why;
import java.util.Map;

/**
 * A breaker as seen at one moment.
 *
 * @param sinceNanos when it came into this state
 * @param counts what it has counted since it closed; nothing in any other state
 * @param openForNanos what {@link Refused} would say; 0 when the next call would
 * @param probing whether a probe is out
 * @param transitions how many, by reason; all reasons are there
 * @param refused calls, since the start
 * @param probes that were let through, since the start
 * @param duplicateEnds passages that were ended a second time; always a bug
 */
public record BreakerSnapshot(
    String backend,
    BreakerState state,
    long sinceNanos,
    CallCounts counts,
    long openForNanos,
    boolean probing,
    Map<Why, Long> transitions,
    long refused,
    long probes,
    long duplicateEnds) {

  /** How many transitions there have been for this reason. */
  public long moves(Why why) {
    return transitions.getOrDefault(why, 0L);
  }
}
