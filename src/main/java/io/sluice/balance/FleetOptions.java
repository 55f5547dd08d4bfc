package io.sluice.balance;

import java.time.Duration;

/**
 * What a backend's endpoints are treated by.
 *
 * @param slowStartNanos how long one that has just come takes to get its whole share; 0 for none
 */
public record FleetOptions(BalanceOptions balance, EjectionOptions ejection, long slowStartNanos) {
  public FleetOptions(BalanceOptions balance, EjectionOptions ejection, Duration slowStart) {
    this(balance, ejection, slowStart.toNanos());
  }
}
