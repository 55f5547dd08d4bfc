package io.sluice.admit;

/** What a lane says to an {@link Ask}: in, wait, or out. */
public sealed interface Decision permits Permit, Ticket, Shed {}
