package io.sluice.client;

import io.sluice.retry.Why;
import org.jspecify.annotations.Nullable;

/**
 * The last attempt got no answer, and no other followed. With {@link Why#OUTCOME_UNKNOWN} what was
 * asked for may have been done all the same: verify before asking again.
 */
public final class CooperativeException extends Exception {
  private static final long serialVersionUID = 1;

  private final Why why;
  private final int attempts;

  CooperativeException(Why why, int attempts, @Nullable Throwable cause) {
    super("no answer after %d attempts: %s".formatted(attempts, why.code()), cause);
    this.why = why;
    this.attempts = attempts;
  }

  /** Why no other attempt followed. */
  public Why why() {
    return why;
  }

  /** How many were made. */
  public int attempts() {
    return attempts;
  }
}
