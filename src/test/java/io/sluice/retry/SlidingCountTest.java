package io.sluice.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SlidingCountTest {
  private static final long SLOT = SlidingCount.SLOT_NANOS;

  private final long origin = RandomGenerator.getDefault().nextLong();
  private final SlidingCount count = new SlidingCount(origin);

  @Test
  void sum_countsTheSlotOfNowAndThoseBefore() {
    count.increment(origin);
    count.increment(origin + SLOT);
    count.increment(origin + 2 * SLOT - 1);
    assertThat(count.sum(1, origin + SLOT)).isEqualTo(2);
    assertThat(count.sum(2, origin + SLOT)).isEqualTo(3);
    assertThat(count.sum(2, origin + 2 * SLOT)).isEqualTo(2);
    assertThat(count.sum(2, origin + 3 * SLOT)).isZero();
  }

  @Test
  void place_thatIsUsedAgain_forgetsWhatItHeld() {
    count.increment(origin);
    count.increment(origin + SlidingCount.SLOTS * SLOT);
    assertThat(count.sum(SlidingCount.SLOTS, origin + SlidingCount.SLOTS * SLOT)).isEqualTo(1);
  }

  @Test
  void lateCount_goesIntoTheNewerSlotOfItsPlace() {
    long newer = origin + SlidingCount.SLOTS * SLOT;
    count.increment(newer);
    count.increment(origin);
    assertThat(count.sum(1, newer)).isEqualTo(2);
  }

  @Test
  void timeBeforeTheOrigin_countsAsTheOrigin() {
    count.increment(origin - 5 * SLOT);
    assertThat(count.sum(1, origin)).isEqualTo(1);
  }

  @Test
  void increments_ofManyThreads_areAllCounted() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 10_000; n++) {
                      count.increment(origin + n % 3 * SLOT);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(count.sum(3, origin + 2 * SLOT)).isEqualTo(40_000);
  }
}
