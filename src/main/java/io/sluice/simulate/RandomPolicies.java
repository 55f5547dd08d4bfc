package io.sluice.simulate;

import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.options.Bytes;
import io.sluice.options.Share;
import io.sluice.retry.BackoffOptions;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.HedgeOptions;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryOptions.On;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Retries and breakers nobody has thought of, such as a configuration may have. */
final class RandomPolicies {
  private static final int MOST_ATTEMPTS = 5;

  private final RandomGenerator random;

  RandomPolicies(RandomGenerator random) {
    this.random = random;
  }

  RetryOptions retry() {
    if (chance(0.4)) {
      return RetryOptions.DEFAULT;
    }
    int minAttempt = between(1, 50);
    return new RetryOptions(
        between(2, MOST_ATTEMPTS),
        chance(0.5) ? List.of(On.TIMEOUT) : List.of(),
        chance(0.7) ? List.of(500, 503) : List.of(),
        chance(0.4) ? Duration.ofMillis(between(minAttempt, 500)) : null,
        backoff(),
        Duration.ofMillis(minAttempt),
        new Bytes(0),
        budget(),
        HedgeOptions.OFF);
  }

  private BackoffOptions backoff() {
    int base = between(1, 50);
    return new BackoffOptions(
        Duration.ofMillis(base),
        Duration.ofMillis(between(base, 500)),
        new Share(between(0, 100) / 100.0));
  }

  BudgetOptions budget() {
    return new BudgetOptions(
        new Share(between(0, 50) / 100.0),
        between(0, 20),
        chance(0.5) ? between(1, 100) : BudgetOptions.UNCAPPED);
  }

  @Nullable BreakerOptions breaker() {
    if (chance(0.5)) {
      return null;
    }
    boolean inARow = chance(0.6);
    return new BreakerOptions(
        inARow ? between(1, 20) + MOST_ATTEMPTS : 0,
        inARow && chance(0.5) ? null : new Share(between(10, 90) / 100.0),
        chance(0.3) ? new Share(between(20, 90) / 100.0) : null,
        Duration.ofMillis(between(10, 500)),
        Duration.ofMillis(between(100, 10_000)),
        between(MOST_ATTEMPTS + 1, 100),
        List.of(500, 503),
        chance(0.5) ? Counting.CALL : Counting.ATTEMPT,
        Duration.ofMillis(between(10, 2000)),
        Duration.ofMillis(between(10, 2000)));
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }

  private int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }
}
