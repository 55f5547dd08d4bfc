/**
 * What a load will do to lanes, worked out before it does: capacity, waits, shares, and what
 * retries make of it. Arithmetic and its printing; nothing runs.
 */
@NullMarked
package io.sluice.plan;

import org.jspecify.annotations.NullMarked;
