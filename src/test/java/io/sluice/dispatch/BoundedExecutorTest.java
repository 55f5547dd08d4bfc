package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedExecutorTest {
  @Test
  void workers_carryTheLanesName_andDoNotKeepTheProcessAlive() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Thread worker = done(rig.accept(Tier.P1, Thread::currentThread));

      assertThat(worker.getName()).isEqualTo("sluice-loans-worker-1");
      assertThat(worker.isDaemon()).isTrue();
    }
  }

  @Test
  void workers_takeHigherTiersFirst_andOldestFirstWithinOne() throws Exception {
    try (Rig rig = new Rig(1, 6)) {
      Rig.Held held = rig.hold(Tier.P2);
      List<String> order = Collections.synchronizedList(new ArrayList<>());
      List<Task<Boolean>> tasks = new ArrayList<>();
      for (String arrival : List.of("P2 a", "P1 b", "P0 c", "P2 d", "P1 e", "P0 f")) {
        Tier tier = Tier.valueOf(arrival.substring(0, 2));
        tasks.add(rig.accept(tier, () -> order.add(arrival)));
      }

      held.letGo();
      for (Task<Boolean> task : tasks) {
        Rig.await(task.ending());
      }

      assertThat(order).containsExactly("P0 c", "P0 f", "P1 b", "P1 e", "P2 a", "P2 d");
    }
  }

  @Test
  void submit_isRejectedWithAValue_whenEveryPlaceIsTaken() throws Exception {
    try (Rig rig = new Rig(2, 1)) {
      rig.hold(Tier.P1);
      rig.hold(Tier.P1);
      rig.accept(Tier.P1, () -> 1);

      assertThat(rig.executor.submit(Tier.P0, rig.inOneSecond(), () -> 2))
          .isEqualTo(new Submission.Rejected<>(Reason.ABORTED));

      Counts counts = rig.executor.counts();
      assertThat(counts.submitted()).isEqualTo(4);
      assertThat(counts.accepted()).isEqualTo(3);
      assertThat(counts.rejected()).isEqualTo(1);
      assertThat(counts.running()).isEqualTo(2);
      assertThat(counts.queued()).isEqualTo(1);
    }
  }

  @Test
  void submit_isAccepted_asLongAsAWorkerIsIdle_evenWithoutABacklog() throws Exception {
    try (Rig rig = new Rig(2, 0)) {
      for (int round = 0; round < 200; round++) {
        Task<Integer> one = rig.accept(Tier.P1, () -> 1);
        Task<Integer> two = rig.accept(Tier.P1, () -> 2);
        Rig.await(one.released());
        Rig.await(two.released());
      }
      assertThat(rig.executor.counts().completed()).isEqualTo(400);
    }
  }

  @Test
  void capacity_isExact_underConcurrentSubmitters() throws Exception {
    try (Rig rig = new Rig(2, 5)) {
      rig.hold(Tier.P1);
      rig.hold(Tier.P1);
      int submitters = 8;
      CyclicBarrier start = new CyclicBarrier(submitters);
      AtomicInteger accepted = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < submitters; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      awaitAll(start);
                      for (int n = 0; n < 10; n++) {
                        Submission<Integer> submission =
                            rig.executor.submit(Tier.P1, rig.inOneSecond(), () -> 1);
                        if (submission instanceof Submission.Accepted<Integer>) {
                          accepted.incrementAndGet();
                        }
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(accepted).hasValue(5);
      assertThat(rig.executor.counts().queued()).isEqualTo(5);
      assertThat(rig.executor.counts().rejected()).isEqualTo(75);
    }
  }

  @Test
  void aFailure_isReported_andTheWorkerGoesOn() throws Exception {
    try (Rig rig = new Rig(1, 4)) {
      Exception exception = new Exception("out of copies");
      Error error = new StackOverflowError("too deep");

      assertThat(Rig.await(rig.accept(Tier.P1, () -> fail(exception)).ending()))
          .isEqualTo(new Ending.Failed<>(exception));
      Task<String> failing = rig.accept(Tier.P1, () -> fail(error));
      assertThat(Rig.await(failing.ending())).isEqualTo(new Ending.Failed<>(error));
      Rig.await(failing.released());

      assertThat(Rig.await(rig.accept(Tier.P1, () -> Thread.currentThread().getName()).ending()))
          .isEqualTo(new Ending.Done<>("sluice-loans-worker-1"));
      assertThat(rig.executor.counts().failed()).isEqualTo(2);
    }
  }

  @Test
  void aTask_isNotStarted_onceItsDeadlineHasPassed() throws Exception {
    try (Rig rig = new Rig(1, 2)) {
      Rig.Held held = rig.hold(Tier.P1);
      AtomicInteger started = new AtomicInteger();
      long nowNanos = rig.nowNanos.get();
      Task<Integer> late =
          Rig.accepted(
              rig.executor.submit(
                  Tier.P1, Deadline.after(100, nowNanos), started::incrementAndGet));
      Task<Integer> inTime =
          Rig.accepted(
              rig.executor.submit(
                  Tier.P1, Deadline.after(131, nowNanos), started::incrementAndGet));

      rig.nowNanos.addAndGet(130);
      held.letGo();

      assertThat(Rig.await(late.ending())).isEqualTo(new Ending.Expired<>(30));
      assertThat(Rig.await(inTime.ending())).isEqualTo(new Ending.Done<>(1));
      Rig.await(late.released());
      assertThat(rig.executor.counts().expired()).isEqualTo(1);
    }
  }

  @Test
  void theListener_isToldTheQueueingAndTheRunSeparately() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      Task<Long> task = rig.accept(Tier.P0, () -> rig.nowNanos.addAndGet(7));
      rig.nowNanos.addAndGet(40);
      held.letGo();
      Ending<Long> ending = Rig.await(task.ending());

      assertThat(rig.runs)
          .containsExactly(
              new Rig.Ran(Tier.P1, 0, 40, new Ending.Done<>("let go")),
              new Rig.Ran(Tier.P0, 40, 7, ending));
    }
  }

  @Test
  void aThrowingListener_costsTheTaskNothing_andIsReported() throws Exception {
    List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
    IllegalStateException fault = new IllegalStateException("listener");
    RunListener throwing =
        (tier, queuedNanos, runNanos, ending) -> {
          throw fault;
        };
    try (Rig rig = new Rig(1, 1, throwing)) {
      Task<Integer> task =
          rig.accept(
              Tier.P1,
              () -> {
                Thread.currentThread()
                    .setUncaughtExceptionHandler((thread, thrown) -> reported.add(thrown));
                return 1;
              });

      assertThat(Rig.await(task.ending())).isEqualTo(new Ending.Done<>(1));
      Rig.await(task.released());
      assertThat(reported).containsExactly(fault);
      assertThat(Rig.await(rig.accept(Tier.P1, () -> 2).ending())).isEqualTo(new Ending.Done<>(2));
    }
  }

  @Test
  void throwingDependents_costTheExecutorNothing() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      CountDownLatch called = new CountDownLatch(2);
      Runnable throwing =
          () -> {
            called.countDown();
            throw new IllegalStateException("dependent");
          };
      held.task.ending().thenRun(throwing);
      held.task.released().thenRun(throwing);
      Task<Integer> next = rig.accept(Tier.P1, () -> 2);

      held.letGo();

      called.await();
      assertThat(Rig.await(next.ending())).isEqualTo(new Ending.Done<>(2));
      Rig.await(next.released());
      assertThat(rig.executor.counts().running()).isZero();
    }
  }

  @Test
  void dependents_maySubmit_andFindThePlaceFree() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held held = rig.hold(Tier.P1);
      var next =
          held.task.released().thenCompose(_ -> rig.accept(Tier.P1, () -> "the next one").ending());

      held.letGo();

      assertThat(Rig.await(next)).isEqualTo(new Ending.Done<>("the next one"));
    }
  }

  @Test
  void nobodyOutside_canCompleteATask() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held held = rig.hold(Tier.P1);

      held.task.ending().toCompletableFuture().complete(new Ending.Done<>("forged"));
      held.task.released().toCompletableFuture().complete(null);

      assertThat(Rig.isComplete(held.task.ending())).isFalse();
      assertThat(Rig.isComplete(held.task.released())).isFalse();
    }
  }

  private static <T> T done(Task<T> task) throws Exception {
    return switch (Rig.await(task.ending())) {
      case Ending.Done<T>(T value) -> value;
      case Ending<T> other -> throw new AssertionError(other);
    };
  }

  private static String fail(Exception exception) throws Exception {
    throw exception;
  }

  private static String fail(Error error) {
    throw error;
  }

  private static void awaitAll(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception broken) {
      throw new IllegalStateException(broken);
    }
  }
}
