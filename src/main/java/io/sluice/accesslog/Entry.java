package io.sluice.accesslog;

import org.jspecify.annotations.Nullable;

/**
 * One line: a request that is over.
 *
 * @param course null if it never had a route
 * @param represents how many requests like it the line stands for, itself included; ≥ 1
 */
record Entry(Arrival arrival, @Nullable Course course, Ending ending, int represents) {}
