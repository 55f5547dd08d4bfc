package io.sluice.breaker;

/** What a breaker says to a call. */
public sealed interface Entry permits Passage, Refused {}
