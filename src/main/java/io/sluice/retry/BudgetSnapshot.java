package io.sluice.retry;

/**
 * A budget at one instant.
 *
 * @param requests of the last ten seconds
 * @param retries of the last ten seconds
 * @param left how many more could be taken at this instant
 * @param granted since the start
 * @param refused since the start
 */
public record BudgetSnapshot(long requests, long retries, long left, long granted, long refused) {}
