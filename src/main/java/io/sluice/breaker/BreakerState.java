package io.sluice.breaker;

import java.util.Locale;

/** Where a breaker stands, as metrics, log and admin pages call it. */
public enum BreakerState {
  /** Everybody passes, and what becomes of it is counted. */
  CLOSED,
  /** Nobody passes until the cooldown is over. */
  OPEN,
  /** One call probes the backend, or may; nobody else passes. */
  HALF_OPEN,
  /** Nobody passes until an operator says otherwise. */
  FORCED_OPEN,
  /** Everybody passes until an operator says otherwise; nothing is counted. */
  FORCED_CLOSED;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The spelling in metrics, log and docs, for example {@code half-open}. */
  public String code() {
    return code;
  }
}
