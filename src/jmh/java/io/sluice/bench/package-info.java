/** What the gateway is measured beside: programs for {@code scripts/bench}. */
@NullMarked
package io.sluice.bench;

import org.jspecify.annotations.NullMarked;
