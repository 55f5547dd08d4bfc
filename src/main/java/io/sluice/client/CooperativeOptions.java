package io.sluice.client;

import io.sluice.retry.BudgetOptions;

/**
 * How a {@link CooperativeClient} behaves.
 *
 * @param attempts at one request, the first one included; ≥ 1
 * @param backoff its own steps, and the jitter it adds to every wait
 * @param budget retries of all its requests together
 * @param maxAnswerBytes a longer body fails the request; ≥ 0
 */
public record CooperativeOptions(
    int attempts, Backoff backoff, BudgetOptions budget, int maxAnswerBytes) {
  /** Three attempts, a fifth of the requests, answers of up to 1 MiB. */
  public static final CooperativeOptions DEFAULT =
      new CooperativeOptions(3, Backoff.DEFAULT, BudgetOptions.DEFAULT, 1 << 20);

  public CooperativeOptions {
    if (attempts < 1 || maxAnswerBytes < 0) {
      throw new IllegalArgumentException(
          "%d attempts, answers of %d bytes".formatted(attempts, maxAnswerBytes));
    }
  }

  public CooperativeOptions withAttempts(int other) {
    return new CooperativeOptions(other, backoff, budget, maxAnswerBytes);
  }

  public CooperativeOptions withBackoff(Backoff other) {
    return new CooperativeOptions(attempts, other, budget, maxAnswerBytes);
  }

  public CooperativeOptions withBudget(BudgetOptions other) {
    return new CooperativeOptions(attempts, backoff, other, maxAnswerBytes);
  }

  public CooperativeOptions withMaxAnswerBytes(int other) {
    return new CooperativeOptions(attempts, backoff, budget, other);
  }
}
