package io.sluice.simulate;

import org.jspecify.annotations.Nullable;

/**
 * What a gateway's retries and breaker made of one backend, from the end of the warm-up on.
 *
 * @param requests that were sent to it at least once
 * @param attempts of them, first ones included
 * @param budgetRefusals retries there was no budget for
 * @param retryShare the most retries of any ten seconds beyond the budget's minimum, as a share of
 *     their requests
 * @param breaker null if it has none
 */
public record BackendResult(
    long requests,
    long attempts,
    long budgetRefusals,
    double retryShare,
    @Nullable BreakerResult breaker) {

  /**
   * What its breaker did.
   *
   * @param opened after it had been closed
   * @param reopened after a probe
   * @param probes that began
   * @param probesPerCooldown the most that began within any cooldown
   * @param refused calls
   * @param openShare of the time in which it was not closed
   * @param recoveryMillis the longest time from the end of a spell until it was closed
   */
  public record BreakerResult(
      long opened,
      long reopened,
      long closed,
      long probes,
      int probesPerCooldown,
      long refused,
      double openShare,
      double recoveryMillis) {}

  /** Attempts at the backend for each request it got. */
  public double amplification() {
    return requests == 0 ? 1 : (double) attempts / requests;
  }
}
