package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.options.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;

/** Retries ≤ budget over any window, whatever comes: held against a model that forgets nothing. */
class BudgetInvariantTest {
  private static final long SECOND = 1_000_000_000L;

  private final long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
  private final SplittableRandom random = new SplittableRandom(seed);
  private final List<Long> requests = new ArrayList<>();
  private final List<Long> retries = new ArrayList<>();

  @RepeatedTest(20)
  void retries_neverExceedTheBudget_overAnyWindow() {
    System.out.println("BudgetInvariantTest: -Dsluice.seed=" + seed);
    var options =
        new BudgetOptions(
            new Share(random.nextInt(0, 101) / 100.0), random.nextInt(0, 6), random.nextInt(1, 60));
    long now = random.nextLong();
    var budget = new RetryBudget(options, now);
    for (int burst = 0; burst < 150; burst++) {
      now += random.nextBoolean() ? random.nextLong(3 * SECOND) : random.nextLong(SECOND / 10);
      int size = random.nextInt(0, 120);
      double asking = random.nextDouble();
      for (int i = 0; i < size; i++) {
        now += random.nextLong(SECOND / 200);
        budget.request(now);
        requests.add(now);
        if (random.nextDouble() < asking && budget.tryTake(now)) {
          retries.add(now);
          holds(options, now);
        }
      }
    }
  }

  private void holds(BudgetOptions options, long now) {
    for (long window : new long[] {SECOND, 10 * SECOND}) {
      double share = options.ratio().fraction() * within(requests, window, now);
      assertThat((double) within(retries, window, now))
          .as("retries within %d ns, seed %d, %s", window, seed, options)
          .isLessThanOrEqualTo(Math.max(options.minimum(), share));
    }
    long window = random.nextLong(20 * SECOND);
    assertThat((double) within(retries, window, now))
        .as("retries within %d ns, seed %d, %s", window, seed, options)
        .isLessThanOrEqualTo(options.perSecond() * (1 + (double) window / SECOND) + 1e-6);
  }

  /** How many of them lie in the window that ends now, both ends included. */
  private static long within(List<Long> instants, long windowNanos, long now) {
    long count = 0;
    for (int i = instants.size() - 1; i >= 0 && now - instants.get(i) <= windowNanos; i--) {
      count++;
    }
    return count;
  }
}
