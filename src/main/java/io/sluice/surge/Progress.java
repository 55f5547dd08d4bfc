package io.sluice.surge;

/**
 * What happened in one second of a run, for whoever watches; the last one may be shorter.
 *
 * @param second 1 for the first second of load, warm-up included
 * @param warmingUp whether the window had not begun when the second ended
 * @param sent attempts sent
 * @param ok 2xx in time
 * @param shed 429 and 503
 * @param late attempts given up
 */
public record Progress(int second, boolean warmingUp, long sent, long ok, long shed, long late) {}
