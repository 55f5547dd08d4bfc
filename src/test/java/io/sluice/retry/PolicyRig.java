package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Idempotence;
import io.sluice.options.Bytes;
import io.sluice.options.Share;
import io.sluice.retry.RetryOptions.On;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy that tries everything again unless told otherwise, and a question to put to it. */
final class PolicyRig {
  static final long MILLI = 1_000_000;

  int attempts = 3;
  List<On> on = List.of(On.values());
  List<Integer> statuses = RetryOptions.STATUSES;
  @Nullable Duration perAttempt;
  Share jitter = Share.NONE;
  BudgetOptions budget = new BudgetOptions(Share.ALL, 1000, BudgetOptions.UNCAPPED);
  BudgetOptions global = budget;
  HedgeOptions hedge = HedgeOptions.OFF;

  Failure failure = Failure.of(Trigger.CONNECT_FAILURE);
  int attemptsMade = 1;
  Idempotence idempotence = Idempotence.SAFE;
  boolean replayable = true;
  boolean elsewhere;
  long leftMillis = 1000;
  double draw;

  final long now;
  private @Nullable RetryBudgets budgets;

  PolicyRig(long now) {
    this.now = now;
  }

  RetryOptions options() {
    return new RetryOptions(
        attempts,
        on,
        statuses,
        perAttempt,
        new BackoffOptions(Duration.ofMillis(15), Duration.ofMillis(200), jitter),
        Duration.ofMillis(10),
        new Bytes(1024),
        budget,
        hedge);
  }

  RetryBudgets budgets() {
    if (budgets == null) {
      budgets = new RetryBudgets(new RetryBudget(budget, now), new RetryBudget(global, now));
    }
    return budgets;
  }

  RetryPolicy policy() {
    return new RetryPolicy(options(), budgets());
  }

  Verdict ask() {
    return policy()
        .afterFailure(
            failure,
            attemptsMade,
            idempotence,
            replayable,
            elsewhere,
            Deadline.after(leftMillis * MILLI, now),
            draw,
            now);
  }

  void assertStops(Why why) {
    long paid = budgets().own().snapshot(now).granted();
    assertThat(ask()).isEqualTo(new Verdict.Stop(why));
    assertThat(budgets().own().snapshot(now).granted()).as("what was paid").isEqualTo(paid);
  }

  void assertAgainAfter(double millis) {
    long paid = budgets().own().snapshot(now).granted();
    assertThat(ask()).isEqualTo(new Verdict.Again(now + (long) (millis * MILLI)));
    assertThat(budgets().own().snapshot(now).granted()).as("what was paid").isEqualTo(paid + 1);
  }
}
