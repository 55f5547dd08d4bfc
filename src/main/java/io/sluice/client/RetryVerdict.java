package io.sluice.client;

import io.sluice.exchange.Idempotence;

/** Whether an attempt that did not succeed may be made again, and if not, why not. */
public enum RetryVerdict {
  /** Nothing was done, or doing it twice is doing it once. */
  MAY_RETRY,
  /** The server has answered; asking again would get the same answer. */
  ANSWERED,
  /** It may have been done: verify before repeating. */
  OUTCOME_UNKNOWN;

  /** After an answer: only a refusal (429, 503) may be tried again. */
  public static RetryVerdict afterStatus(int status) {
    return status == 429 || status == 503 ? MAY_RETRY : ANSWERED;
  }

  /**
   * After a timeout, a reset or a failed connect.
   *
   * @param sent whether any byte of the request may have reached the server
   * @param idempotence of the request, its idempotency key included
   */
  public static RetryVerdict afterSilence(boolean sent, Idempotence idempotence) {
    return sent && idempotence == Idempotence.UNSAFE ? OUTCOME_UNKNOWN : MAY_RETRY;
  }
}
