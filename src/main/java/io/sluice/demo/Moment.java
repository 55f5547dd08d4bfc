package io.sluice.demo;

import org.jspecify.annotations.Nullable;

/**
 * An instant in the course of the demonstration.
 *
 * @param phase that begins or goes on; null at the end of the last one
 * @param atNanos when
 * @param counts of the gateway until then
 */
record Moment(@Nullable Phase phase, long atNanos, Counts counts) {}
