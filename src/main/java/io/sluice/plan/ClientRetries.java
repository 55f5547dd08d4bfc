package io.sluice.plan;

import io.sluice.simulate.AmplificationModel;

/**
 * What clients do when they are refused.
 *
 * @param times how often each repeats, or {@link AmplificationModel#UNLIMITED}
 * @param budget retries per request that all of them together grant themselves, or {@link
 *     AmplificationModel#NO_BUDGET}
 */
public record ClientRetries(int times, double budget) {
  /** They take the refusal. */
  static final ClientRetries NONE = new ClientRetries(0, AmplificationModel.NO_BUDGET);

  AmplificationModel model(double capacity, double rate) {
    return new AmplificationModel(capacity, rate, times, 0, budget);
  }
}
