package io.sluice.breaker;

/**
 * Not to be called.
 *
 * @param openForNanos when to ask again, ≥ 0: what is left of the cooldown, or of the time a probe
 *     has; the length of a cooldown if an operator has opened it, as nobody knows
 * @param forced whether an operator has opened it
 */
public record Refused(long openForNanos, boolean forced) implements Entry {}
