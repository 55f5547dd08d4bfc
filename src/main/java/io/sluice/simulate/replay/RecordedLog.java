package io.sluice.simulate.replay;

import java.util.List;

/**
 * What a log file held.
 *
 * @param requests in the order in which they came
 * @param faults lines that could not be read, with their places and what was expected; not all of
 *     them if there are many
 * @param withoutRoute lines of requests that never came to a lane: no route, malformed, or not
 *     allowed
 * @param streams lines of streams, which hold no permits
 * @param represented refusals that have no line of their own, counted by other lines and put evenly
 *     into the time those stand for
 * @param dropped lines that the log says it has lost
 * @param truncated whether the file ends in the middle of a line
 * @param coarse whether its times have no fractions of seconds, so that requests of one second were
 *     spread evenly over it
 */
public record RecordedLog(
    List<Recorded> requests,
    List<String> faults,
    long withoutRoute,
    long streams,
    long represented,
    long dropped,
    boolean truncated,
    boolean coarse) {}
