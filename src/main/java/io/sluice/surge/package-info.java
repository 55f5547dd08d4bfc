/**
 * An open-loop load generator: arrivals follow a schedule of their own and never wait for answers,
 * and latency is measured from the instant a request was due, so a stalled server cannot hide its
 * stall by slowing the questions down.
 */
@NullMarked
package io.sluice.surge;

import org.jspecify.annotations.NullMarked;
