package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private final long seed = RandomGenerator.getDefault().nextLong();
  private final RandomGenerator random = new SplittableRandom(seed);
  private long now = random.nextLong();
  private final RetryBudget budget = new RetryBudget(0.2, now);

  @Test
  void tryRetry_grantsThree_whenThereIsHardlyAnyTraffic() {
    budget.onRequest(now);
    assertThat(granted(10)).isEqualTo(3);
  }

  @Test
  void tryRetry_grantsAFifth_ofTheRequestsOfTheWindow() {
    requests(1000);
    assertThat(granted(1000)).isEqualTo(200);
  }

  @Test
  void tryRetry_grantsAgain_whenOldRetriesLeaveTheWindow() {
    assertThat(granted(10)).isEqualTo(3);
    now += 9 * SECOND;
    assertThat(granted(10)).isZero();
    now += SECOND;
    assertThat(granted(10)).isEqualTo(3);
  }

  @Test
  void tryRetry_forgetsRequests_whenTheyLeaveTheWindow() {
    requests(1000);
    now += 10 * SECOND;
    assertThat(granted(1000)).isEqualTo(3);
  }

  @Test
  void tryRetry_forgetsEverything_afterAVeryLongPause() {
    requests(1000);
    assertThat(granted(1000)).isEqualTo(200);
    now += 1_000_000 * SECOND;
    assertThat(granted(1000)).isEqualTo(3);
  }

  @Test
  void tryRetry_keepsToTheShare_overManyWindows() {
    int requests = 0;
    int retries = 0;
    for (int i = 0; i < 50_000; i++) {
      now += random.nextLong(SECOND / 100);
      if (random.nextInt(3) > 0) {
        budget.onRequest(now);
        requests++;
      } else if (budget.tryRetry(now)) {
        retries++;
      }
    }
    // A fifth in every window, and as much over many of them, give or take what one slot holds.
    assertThat(retries).as("seed %d", seed).isBetween(requests / 6, requests * 22 / 100);
  }

  @Test
  void constructor_refuses_whenTheShareIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryBudget(1.1, now));
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryBudget(Double.NaN, now));
  }

  private void requests(int count) {
    for (int i = 0; i < count; i++) {
      budget.onRequest(now);
    }
  }

  private int granted(int asked) {
    int granted = 0;
    for (int i = 0; i < asked; i++) {
      if (budget.tryRetry(now)) {
        granted++;
      }
    }
    return granted;
  }
}
