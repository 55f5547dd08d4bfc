package io.sluice.admit;

import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;

/**
 * One actual change of a lane's limit, with its reason and the numbers that caused it.
 *
 * @param from ⌊L⌋ before
 * @param to ⌊L⌋ since
 * @param why the rule or guard that moved it
 * @param window what it had seen
 * @param atNanos when, on the monotonic clock
 */
public record LimitMove(int from, int to, Move.Why why, Sample window, long atNanos) {}
