/**
 * Who gets in, who waits and who is refused: lanes, tiers, permits, waiters. Knows no threads and
 * no clock.
 */
@NullMarked
package io.sluice.admit;

import org.jspecify.annotations.NullMarked;
