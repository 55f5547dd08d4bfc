package io.sluice.balance;

import java.util.Locale;

/**
 * One endpoint at one moment.
 *
 * @param state whether it gets requests
 * @param penalty failures that weigh as much as calls in flight
 * @param weight how much of its share it should get, up to 1
 * @param failuresInARow since its last success
 * @param ejections how often it was ejected without having been well for long in between
 * @param lastFailure the failure it was last ejected for; success if it never was
 * @param ejectedForNanos how much longer
 * @param lastCheck what its last health check found; empty if there was none
 * @param checksAgainst checks in a row that say the opposite of what holds
 */
public record MemberSnapshot(
    String address,
    State state,
    int inFlight,
    double penalty,
    double weight,
    int failuresInARow,
    int ejections,
    Result lastFailure,
    long ejectedForNanos,
    String lastCheck,
    int checksAgainst) {

  /** Whether an endpoint gets requests, or why not. */
  public enum State {
    /** It does. */
    AVAILABLE,
    /** Its health checks fail. */
    UNHEALTHY,
    /** It failed too often in a row, and gets none for a while. */
    EJECTED,
    /** It was ejected, and gets one now and then until it answers. */
    ON_TRIAL;

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

    public String code() {
      return code;
    }

    static State of(boolean isUp, Standing earned, long nowNanos) {
      if (!isUp) {
        return UNHEALTHY;
      }
      if (!earned.isOut()) {
        return AVAILABLE;
      }
      return earned.isEjected(nowNanos) ? EJECTED : ON_TRIAL;
    }
  }

  public boolean isAvailable() {
    return state == State.AVAILABLE;
  }
}
