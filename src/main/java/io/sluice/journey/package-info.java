/** The steps of one request as a pure machine: events in, actions out. */
@NullMarked
package io.sluice.journey;

import org.jspecify.annotations.NullMarked;
