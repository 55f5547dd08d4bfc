package io.sluice.retry;

/**
 * A budget at one instant.
 *
 * @param requests of the last ten seconds
 * @param retries of the same time and up to a fifth of a second more
 * @param allowed how many the requests allow
 * @param tokens how many the rate allows at this instant
 * @param granted retries since the start
 * @param refused since the start
 */
public record BudgetSnapshot(
    long requests, long retries, long allowed, long tokens, long granted, long refused) {
  /** How many retries could be taken now, if nobody else asked. */
  public long left() {
    return Math.max(0, Math.min(tokens, allowed - retries));
  }
}
