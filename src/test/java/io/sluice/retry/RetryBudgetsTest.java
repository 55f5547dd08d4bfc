package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.sluice.options.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

class RetryBudgetsTest {
  private final long now = RandomGenerator.getDefault().nextLong();

  private RetryBudget atLeast(int minimum) {
    return new RetryBudget(new BudgetOptions(Share.NONE, minimum, 1000), now);
  }

  @Test
  void refusal_namesTheBackendsBudget_andSparesTheGlobalOne() {
    var budgets = new RetryBudgets(atLeast(1), atLeast(5));
    assertThat(budgets.refusal(now)).isNull();
    assertThat(budgets.refusal(now)).isEqualTo(Why.BUDGET);
    assertThat(budgets.global().snapshot(now).left()).isEqualTo(4);
  }

  @Test
  void refusal_namesTheGlobalBudget_andSparesTheBackendsOwn() {
    var budgets = new RetryBudgets(atLeast(5), atLeast(1));
    assertThat(budgets.refusal(now)).isNull();
    assertThat(budgets.refusal(now)).isEqualTo(Why.GLOBAL_BUDGET);
    assertThat(budgets.own().snapshot(now).left()).isEqualTo(4);
    assertThat(budgets.tryTake(now)).isFalse();
  }

  @Test
  void request_countsForBoth() {
    var half = new BudgetOptions(new Share(0.5), 0, 1000);
    var budgets = new RetryBudgets(new RetryBudget(half, now), new RetryBudget(half, now));
    for (int i = 0; i < 10; i++) {
      budgets.request(now);
    }
    assertThat(budgets.own().snapshot(now).left()).isEqualTo(5);
    assertThat(budgets.global().snapshot(now).left()).isEqualTo(5);
  }

  @Test
  void oneBudgetForBoth_isRefused() {
    RetryBudget one = atLeast(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new RetryBudgets(one, one));
  }

  @Test
  void racingTakers_areLinearizable_inModelledInterleavings() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(1)
        .iterations(8)
        .invocationsPerIteration(100)
        // Or its loop over the slots is most of what is modelled; SlidingCountTest has its threads.
        .addGuarantee(forClasses(SlidingCount.class.getName()).allMethods().treatAsAtomic())
        .check(BudgetRaces.class);
  }

  @Test
  void racingTakers_areLinearizable_onRealThreads() {
    new StressOptions()
        .threads(3)
        .actorsBefore(1)
        .actorsPerThread(3)
        .actorsAfter(1)
        .iterations(6)
        .invocationsPerIteration(300)
        .check(BudgetRaces.class);
  }

  /** Two backends and 8 threads: none is lost, none is granted twice, and nobody deadlocks. */
  @Test
  void hammeredFromManyThreads_everyBudgetGivesExactlyWhatItHas() throws InterruptedException {
    RetryBudget global = atLeast(150);
    var one = new RetryBudgets(atLeast(100), global);
    var other = new RetryBudgets(atLeast(100), global);
    var granted = new AtomicInteger();
    var start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      RetryBudgets mine = i % 2 == 0 ? one : other;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    awaitStart(start);
                    for (int n = 0; n < 1000; n++) {
                      mine.request(now);
                      granted.addAndGet(mine.tryTake(now) ? 1 : 0);
                    }
                  }));
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(granted).hasValue(150);
    assertThat(global.snapshot(now).requests()).isEqualTo(8000);
    long own = one.own().snapshot(now).granted() + other.own().snapshot(now).granted();
    assertThat(own).isEqualTo(150);
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
