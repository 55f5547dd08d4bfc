package io.sluice.demo;

import org.jspecify.annotations.Nullable;

/**
 * The border between two phases.
 *
 * @param phase that begins; null for the end of the last one
 * @param atNanos when
 * @param counts of the gateway until then
 */
record Moment(@Nullable Phase phase, long atNanos, Counts counts) {}
