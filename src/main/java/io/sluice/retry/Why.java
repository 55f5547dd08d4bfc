package io.sluice.retry;

import java.util.Locale;

/** Why an attempt is not made again. */
public enum Why {
  /** The answer is about the request, a 4xx; the same would be said again. */
  ANSWERED,
  /** The policy does not name this failure. */
  NOT_CONFIGURED,
  /** It may have been done, and doing it twice may do harm. */
  OUTCOME_UNKNOWN,
  /** Some of the body is gone and was not kept. */
  NOT_REPLAYABLE,
  /** As many attempts were made as are allowed. */
  ATTEMPTS,
  /** What is left of the time is too little for another. */
  DEADLINE,
  /** The backend wants to be left alone for longer than there is time. */
  RETRY_AFTER,
  /** The backend's retries have used up their share of its traffic. */
  BUDGET,
  /** The retries of all backends have used up their share of all traffic. */
  GLOBAL_BUDGET;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word in metrics and logs. */
  public String code() {
    return code;
  }
}
