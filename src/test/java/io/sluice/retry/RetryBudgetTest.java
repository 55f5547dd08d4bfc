package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.options.Share;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final BudgetOptions UNCAPPED =
      new BudgetOptions(new Share(0.2), 3, BudgetOptions.UNCAPPED);

  private long now = RandomGenerator.getDefault().nextLong();
  private RetryBudget budget = new RetryBudget(UNCAPPED, now);

  @Test
  void tryTake_grantsTheMinimum_whenThereIsHardlyAnyTraffic() {
    budget.request(now);
    assertThat(granted(10)).isEqualTo(3);
  }

  @Test
  void tryTake_grantsTheMinimumOnceInTenSeconds() {
    assertThat(granted(10)).isEqualTo(3);
    now += 10 * SECOND - 1;
    assertThat(granted(10)).isZero();
    now += SECOND;
    assertThat(granted(10)).isEqualTo(3);
  }

  @Test
  void tryTake_grantsTheShareOfTheRequests() {
    requests(1000);
    assertThat(granted(1000)).isEqualTo(200);
  }

  @Test
  void tryTake_grantsOnlyTheLastSecondsShare_whenAFaultBeginsAfterAQuietTime() {
    for (int second = 0; second < 10; second++) {
      requests(100);
      now += SECOND;
    }
    requests(100);
    assertThat(granted(1000)).isEqualTo(20);
  }

  @Test
  void tryTake_keepsToTheRatio_fromTheFirstSecondsOfAFaultOn() {
    int requests = 0;
    for (int i = 0; i < 20_000; i++) { // 20 s at 1000/s without a fault
      budget.request(now);
      now += SECOND / 1000;
    }
    int retries = 0;
    for (int i = 0; i < 10_000; i++) { // 10 s in which everything fails
      budget.request(now);
      requests++;
      retries += budget.tryTake(now) ? 1 : 0;
      now += SECOND / 1000;
    }
    assertThat(retries).isBetween(requests * 18 / 100, requests * 20 / 100);
  }

  @Test
  void tryTake_forgetsRequests_whenTheyLeaveTheWindow() {
    requests(1000);
    now += 10 * SECOND;
    assertThat(granted(1000)).isEqualTo(3);
  }

  @Test
  void tryTake_forgetsEverything_afterAVeryLongPause() {
    requests(1000);
    assertThat(granted(1000)).isEqualTo(200);
    now += 10_000_000 * SECOND;
    assertThat(granted(1000)).isEqualTo(3);
  }

  @Test
  void tryTake_holdsTheRate_howeverMuchTrafficThereIs() {
    budget = new RetryBudget(new BudgetOptions(Share.ALL, 0, 5), now);
    requests(1000);
    assertThat(granted(100)).isEqualTo(5);
    now += SECOND / 5;
    assertThat(granted(100)).isEqualTo(1);
    now += 100 * SECOND;
    requests(1000);
    assertThat(granted(100)).isEqualTo(5);
  }

  @Test
  void tryTake_grantsNothing_whenTheBudgetIsNone() {
    budget = new RetryBudget(new BudgetOptions(Share.NONE, 0, 100), now);
    requests(1000);
    assertThat(granted(100)).isZero();
  }

  /** Field case 21: what is decided and still pauses has been counted. */
  @Test
  void tryTake_countsWhatIsDecided_notWhatIsSent() {
    requests(100);
    assertThat(granted(20)).isEqualTo(20); // none of them has been sent yet
    assertThat(budget.tryTake(now)).isFalse();
  }

  @Test
  void anInstantBeforeTheNewest_ofAThreadThatWasHeldUp_isHarmless() {
    requests(1000);
    assertThat(granted(100)).isEqualTo(100);
    now -= 3 * SECOND;
    requests(10);
    assertThat(granted(1000)).isEqualTo(102);
  }

  @Test
  void snapshot_saysWhatIsLeftAndWhatWas() {
    requests(100);
    assertThat(granted(25)).isEqualTo(20);
    now += SECOND / 2;
    requests(10);
    assertThat(budget.snapshot(now)).isEqualTo(new BudgetSnapshot(110, 20, 2, 20, 5));
    now += 60 * SECOND;
    assertThat(budget.snapshot(now)).isEqualTo(new BudgetSnapshot(0, 0, 3, 20, 5));
  }

  @Test
  void options_refuseWhatCannotBe() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BudgetOptions(Share.ALL, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new BudgetOptions(Share.ALL, 0, 0));
  }

  private void requests(int count) {
    for (int i = 0; i < count; i++) {
      budget.request(now);
    }
  }

  private int granted(int asked) {
    int granted = 0;
    for (int i = 0; i < asked; i++) {
      granted += budget.tryTake(now) ? 1 : 0;
    }
    return granted;
  }
}
