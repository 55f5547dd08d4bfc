package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads against each other: random, with the seed printed. */
@Timeout(120)
class BoundedExecutorHammerTest {
  private static final int TASKS = 20_000;
  private static final List<Tier> TIERS = List.of(Tier.P0, Tier.P1, Tier.P2);

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void anInterrupt_neverReachesATaskThatNobodyCancelled() throws Exception {
    System.out.println("seed " + seed);
    AtomicInteger leaks = new AtomicInteger();
    Semaphore permits = new Semaphore(10);
    ArrayBlockingQueue<Task<Integer>> toCancel = new ArrayBlockingQueue<>(TASKS);
    try (Rig rig = new Rig(2, 8)) {
      Task<Integer> last = rig.accept(Tier.P0, () -> 0);
      Rig.await(last.released()); // it holds none of the ten permits
      Thread canceller = Thread.ofPlatform().start(() -> cancelUntil(last, toCancel, seed));
      for (int i = 0; i < TASKS; i++) {
        boolean innocent = random.nextBoolean();
        int spins = random.nextInt(200);
        permits.acquire();
        Task<Integer> task =
            rig.accept(TIERS.get(random.nextInt(3)), () -> work(innocent, spins, leaks));
        task.released().thenRun(permits::release);
        if (!innocent) {
          toCancel.add(task);
        }
      }
      toCancel.add(last);
      canceller.join();
      permits.acquire(10);

      assertThat(leaks).as("interrupts that reached the wrong task").hasValue(0);
      Counts counts = rig.executor.counts();
      assertThat(counts.completed() + counts.cancelled()).isEqualTo(TASKS + 1);
      assertThat(counts.cancelled()).isPositive();
      assertThat(counts.running() + counts.queued()).isZero();
    }
  }

  @Test
  void submit_isNeverRejected_whileSubmittersHoldNoMorePermitsThanPlaces() throws Exception {
    System.out.println("seed " + seed);
    int places = 5;
    Semaphore permits = new Semaphore(places);
    List<Thread> submitters = new ArrayList<>();
    try (Rig rig = new Rig(2, places - 2)) {
      for (int i = 0; i < 3; i++) {
        Random own = new Random(seed + i);
        submitters.add(Thread.ofPlatform().start(() -> submitWithPermits(rig, permits, own)));
      }
      for (Thread submitter : submitters) {
        submitter.join();
      }
      permits.acquire(places);

      Counts counts = rig.executor.counts();
      assertThat(counts.rejected()).isZero();
      assertThat(counts.submitted()).isEqualTo(3L * (TASKS / 4));
      assertThat(counts.completed() + counts.cancelled() + counts.failed())
          .isEqualTo(counts.accepted());
      assertThat(counts.running() + counts.queued()).isZero();
    }
  }

  @Test
  void discarding_losesNoPlaceAndNoTask_underConcurrency() throws Exception {
    System.out.println("seed " + seed);
    int each = TASKS / 4;
    Semaphore released = new Semaphore(0);
    List<Thread> submitters = new ArrayList<>();
    try (Rig rig = new Rig(2, 3)) {
      for (int i = 0; i < 3; i++) {
        Random own = new Random(seed + i);
        submitters.add(Thread.ofPlatform().start(() -> submitLoosely(rig, each, released, own)));
      }
      for (Thread submitter : submitters) {
        submitter.join();
      }
      released.acquire(3 * each);

      Counts counts = rig.executor.counts();
      assertThat(counts.accepted()).isEqualTo(3L * each);
      assertThat(counts.completed() + counts.cancelled() + counts.discarded())
          .isEqualTo(counts.accepted());
      assertThat(counts.discarded()).isPositive();
      rig.hold(Tier.P1);
      rig.hold(Tier.P1);
      for (int place = 0; place < 3; place++) {
        rig.accept(Tier.P1, () -> 1);
      }
      assertThat(rig.executor.submit(Tier.P0, rig.inOneSecond(), () -> 1))
          .isEqualTo(new Submission.Rejected<>(Reason.ABORTED));
    }
  }

  private static int work(boolean innocent, int spins, AtomicInteger leaks) {
    for (int i = 0; i < spins; i++) {
      if (innocent && Thread.currentThread().isInterrupted()) {
        leaks.incrementAndGet();
      }
      Thread.onSpinWait();
    }
    return spins;
  }

  private static void cancelUntil(
      Task<Integer> last, ArrayBlockingQueue<Task<Integer>> toCancel, long seed) {
    Random random = new Random(seed + 1);
    try {
      for (Task<Integer> task = toCancel.take(); task != last; task = toCancel.take()) {
        for (int spins = random.nextInt(400); spins > 0; spins--) {
          Thread.onSpinWait();
        }
        task.cancel(Reason.CLIENT_GONE);
      }
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private static void submitWithPermits(Rig rig, Semaphore permits, Random random) {
    for (int i = 0; i < TASKS / 4; i++) {
      permits.acquireUninterruptibly();
      boolean failing = random.nextInt(5) == 0;
      Submission<Integer> submission =
          rig.executor.submit(
              TIERS.get(random.nextInt(3)),
              rig.inOneSecond(),
              () -> {
                if (failing) {
                  throw new IllegalStateException("as agreed");
                }
                return 1;
              });
      if (submission instanceof Submission.Accepted<Integer>(Task<Integer> task)) {
        task.released().thenRun(permits::release);
        if (random.nextInt(3) == 0) {
          task.cancel(Reason.CLIENT_GONE);
        }
      } else {
        permits.release();
      }
    }
  }

  private static void submitLoosely(Rig rig, int times, Semaphore released, Random random) {
    for (int i = 0; i < times; i++) {
      Overload overload = random.nextInt(4) == 0 ? Overload.DISCARD : Overload.DISCARD_OLDEST;
      Task<Integer> task = rig.accept(TIERS.get(random.nextInt(3)), overload, () -> 1);
      task.released().thenRun(released::release);
      if (random.nextInt(3) == 0) {
        task.cancel(Reason.CLIENT_GONE);
      }
    }
  }
}
