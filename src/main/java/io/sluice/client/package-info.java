/**
 * How a good client behaves towards a server that refuses it: it says how long it will wait, comes
 * back when it was told to, spreads itself, repeats only what may be repeated, and stops when its
 * budget is spent. {@link io.sluice.client.CooperativeClient} does it with Vert.x; what decides is
 * pure: no sockets, no threads, no clock.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
