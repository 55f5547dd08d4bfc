/** The monotonic clock, absolute deadlines, and the header formats that carry them. */
@NullMarked
package io.sluice.time;

import org.jspecify.annotations.NullMarked;
