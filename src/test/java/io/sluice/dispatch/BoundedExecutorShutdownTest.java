package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedExecutorShutdownTest {
  @Test
  void shutdown_takesNothingMore_butRunsWhatWasAccepted() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      Task<Integer> queued = rig.accept(Tier.P1, () -> 1);

      rig.executor.shutdown();

      for (Overload overload : Overload.values()) {
        assertThat(rig.executor.submit(Tier.P0, rig.inOneSecond(), overload, () -> 2))
            .isEqualTo(new Submission.Rejected<>(Reason.DRAINING));
      }
      held.letGo();
      assertThat(Rig.await(held.task.ending())).isEqualTo(new Ending.Done<>("let go"));
      assertThat(Rig.await(queued.ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(rig.executor.close(Rig.PATIENCE)).isTrue();
      assertThat(rig.executor.counts().rejected()).isEqualTo(3);
    }
  }

  @Test
  void shutdownNow_cancelsTheQueuedAndTheRunning() throws Exception {
    try (Rig rig = new Rig(1, 2)) {
      Rig.Held held = rig.hold(Tier.P1);
      Task<Integer> first = rig.accept(Tier.P0, () -> 1);
      Task<Integer> second = rig.accept(Tier.P2, () -> 2);

      rig.executor.shutdownNow();

      for (Task<?> task : List.of(held.task, first, second)) {
        assertThat(Rig.isComplete(task.ending())).isTrue();
        assertThat(Rig.await(task.ending())).isEqualTo(new Ending.Cancelled<>(Reason.DRAINING));
        Rig.await(task.released());
      }
      assertThat(rig.executor.awaitTermination(Rig.PATIENCE)).isTrue();
      assertThat(rig.executor.counts().cancelled()).isEqualTo(3);
    }
  }

  @Test
  void close_letsEverythingEndByItself_withinItsPatience() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      Task<Integer> queued = rig.accept(Tier.P1, () -> 1);
      held.letGo();

      assertThat(rig.executor.close(Rig.PATIENCE)).isTrue();

      assertThat(Rig.await(queued.ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(rig.executor.counts().completed()).isEqualTo(2);
    }
  }

  @Test
  void close_waitsNoLongerThanItsPatience_forAStubbornJob() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held stubborn = rig.holdStubbornly(Tier.P1);

      assertThat(rig.executor.close(Duration.ZERO)).isFalse();

      assertThat(Rig.await(stubborn.task.ending()))
          .isEqualTo(new Ending.Cancelled<>(Reason.DRAINING));
      assertThat(Rig.isComplete(stubborn.task.released())).isFalse();
      assertThat(rig.executor.awaitTermination(Duration.ZERO)).isFalse();
      stubborn.letGo();
      Rig.await(stubborn.task.released());
    }
  }

  @Test
  void close_cancelsTheRest_whenItsCallerIsInterrupted() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held held = rig.hold(Tier.P1);

      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> rig.executor.close(Rig.PATIENCE))
          .isInstanceOf(InterruptedException.class);

      assertThat(Rig.await(held.task.ending())).isEqualTo(new Ending.Cancelled<>(Reason.DRAINING));
    }
  }

  @Test
  void everyAcceptedTask_isReleased_whenShutdownRacesWithSubmitters() throws Exception {
    for (int round = 0; round < 50; round++) {
      try (Rig rig = new Rig(2, 4)) {
        List<Task<Integer>> accepted = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch underWay = new CountDownLatch(20);
        List<Thread> submitters = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          submitters.add(
              Thread.ofPlatform().start(() -> submitUntilRefused(rig, accepted, underWay)));
        }
        underWay.await();
        rig.executor.shutdownNow();
        for (Thread submitter : submitters) {
          submitter.join();
        }

        for (Task<Integer> task : accepted) {
          Rig.await(task.released());
        }
        Counts counts = rig.executor.counts();
        assertThat(counts.accepted()).isEqualTo(accepted.size());
        assertThat(counts.completed() + counts.cancelled()).isEqualTo(accepted.size());
        assertThat(counts.failed()).isZero();
        assertThat(counts.running() + counts.queued()).isZero();
      }
    }
  }

  private static void submitUntilRefused(
      Rig rig, List<Task<Integer>> accepted, CountDownLatch underWay) {
    while (true) {
      switch (rig.executor.submit(Tier.P1, rig.inOneSecond(), () -> 1)) {
        case Submission.Accepted<Integer>(Task<Integer> task) -> {
          accepted.add(task);
          underWay.countDown();
        }
        case Submission.Rejected<Integer>(Reason reason) when reason == Reason.DRAINING -> {
          return;
        }
        case Submission.Rejected<Integer> _ -> Thread.onSpinWait();
      }
    }
  }
}
