package io.sluice.retry;

/**
 * A failed attempt at a backend. A refusal of the gateway's own (no permit, an open breaker) is not
 * one, and cannot be said with this type: it is never retried.
 *
 * @param trigger how it failed
 * @param status what the backend answered, 100..599; 0 unless the trigger is {@link Trigger#STATUS}
 * @param advice what the answer said about coming back
 */
public record Failure(Trigger trigger, int status, RetryAdvice advice) {
  public Failure {
    boolean answered = trigger == Trigger.STATUS;
    if (answered ? status < 100 || status > 599 : status != 0) {
      throw new IllegalArgumentException(trigger + " with status " + status);
    }
  }

  /** One without an answer. */
  public static Failure of(Trigger trigger) {
    return new Failure(trigger, 0, RetryAdvice.NONE);
  }

  public static Failure ofStatus(int status, RetryAdvice advice) {
    return new Failure(Trigger.STATUS, status, advice);
  }

  /** Whether the answer is about the request, so that the same would be said again. */
  boolean isFinal() {
    return trigger == Trigger.STATUS && status < 500 && status != 429;
  }
}
