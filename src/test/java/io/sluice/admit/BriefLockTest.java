package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BriefLockTest {
  /** A number that only the lock guards. */
  public static class Guarded {
    private final BriefLock lock = new BriefLock();
    private int number;

    @Operation
    public int add() {
      lock.lock();
      try {
        return ++number;
      } finally {
        lock.unlock();
      }
    }
  }

  @Test
  void guardedNumber_isLinearizable_inModelledInterleavings() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .iterations(5)
        .invocationsPerIteration(200)
        .check(Guarded.class);
  }

  @Test
  @Timeout(60)
  void guardedNumber_losesNothing_onRealThreads() throws InterruptedException {
    var guarded = new Guarded();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 50_000; n++) {
                      guarded.add();
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(guarded.add()).isEqualTo(400_001);
  }

  @Test
  @Timeout(60)
  void whoeverFindsItTaken_waitsForItsHolder() throws InterruptedException {
    var lock = new BriefLock();
    var seen = new ArrayList<String>();
    lock.lock();
    Thread second =
        Thread.ofPlatform()
            .start(
                () -> {
                  lock.lock();
                  seen.add("second");
                  lock.unlock();
                });
    while (second.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    seen.add("first");
    lock.unlock();
    second.join();
    assertThat(seen).containsExactly("first", "second");
  }
}
