package io.sluice.client;

import io.sluice.exchange.Idempotence;
import io.sluice.retry.RetryAdvice;

/**
 * An attempt that did not succeed, as its client saw it.
 *
 * @param status what was answered; 0 for no answer
 * @param mayHaveArrived whether any byte of the request may have reached the server
 * @param idempotence of the request, its idempotency key included
 * @param advice what the answer said about coming back
 */
public record Setback(
    int status, boolean mayHaveArrived, Idempotence idempotence, RetryAdvice advice) {
  /** An answer; only a refusal (429, 503) says that nothing was done. */
  public static Setback answered(int status, RetryAdvice advice) {
    return new Setback(status, true, Idempotence.UNSAFE, advice);
  }

  /** A timeout, a reset or a connection that could not be made. */
  public static Setback silent(boolean mayHaveArrived, Idempotence idempotence) {
    return new Setback(0, mayHaveArrived, idempotence, RetryAdvice.NONE);
  }

  boolean isAnswer() {
    return status != 0;
  }

  /** Whether the server said that it did nothing, for now. */
  boolean isRefusal() {
    return status == 429 || status == 503;
  }
}
