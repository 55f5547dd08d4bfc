package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedExecutorCancelTest {
  @Test
  void cancel_takesAQueuedTaskOutOfTheBacklog_beforeItIsReleased() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      AtomicInteger started = new AtomicInteger();
      Task<Integer> queued = rig.accept(Tier.P1, started::incrementAndGet);
      AtomicInteger queuedAtRelease = new AtomicInteger(-1);
      var inItsPlace =
          queued
              .released()
              .thenCompose(
                  _ -> {
                    queuedAtRelease.set(rig.executor.counts().queued());
                    return rig.accept(Tier.P1, () -> "in its place").ending();
                  });

      assertThat(queued.cancel(Reason.CLIENT_GONE)).isTrue();

      assertThat(Rig.isComplete(queued.released())).isTrue();
      assertThat(Rig.await(queued.ending())).isEqualTo(new Ending.Cancelled<>(Reason.CLIENT_GONE));
      assertThat(queuedAtRelease).hasValue(0);
      held.letGo();
      assertThat(Rig.await(inItsPlace)).isEqualTo(new Ending.Done<>("in its place"));
      assertThat(started).hasValue(0);
    }
  }

  @Test
  void cancel_answersARunningTaskAtOnce_andInterruptsIt() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held held = rig.hold(Tier.P1);

      assertThat(held.task.cancel(Reason.UPSTREAM_TIMEOUT)).isTrue();

      assertThat(Rig.isComplete(held.task.ending())).isTrue();
      assertThat(Rig.await(held.task.ending()))
          .isEqualTo(new Ending.Cancelled<>(Reason.UPSTREAM_TIMEOUT));
      Rig.await(held.task.released());
      assertThat(rig.executor.counts().cancelled()).isEqualTo(1);
      assertThat(rig.executor.counts().failed()).isZero();
    }
  }

  @Test
  void aStubbornJob_keepsItsPlace_untilItReturns() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Rig.Held stubborn = rig.holdStubbornly(Tier.P1);
      rig.nowNanos.addAndGet(100_000_000);

      stubborn.task.cancel(Reason.UPSTREAM_TIMEOUT);

      assertThat(Rig.await(stubborn.task.ending()))
          .isEqualTo(new Ending.Cancelled<>(Reason.UPSTREAM_TIMEOUT));
      assertThat(Rig.isComplete(stubborn.task.released())).isFalse();
      assertThat(rig.executor.counts().running()).isEqualTo(1);
      assertThat(rig.executor.submit(Tier.P0, rig.inOneSecond(), () -> 1))
          .isEqualTo(new Submission.Rejected<>(Reason.ABORTED));

      rig.nowNanos.addAndGet(300_000_000);
      stubborn.letGo();

      Rig.await(stubborn.task.released());
      assertThat(rig.executor.counts().running()).isZero();
      assertThat(Rig.await(rig.accept(Tier.P0, () -> 1).ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(rig.runs.getFirst())
          .isEqualTo(
              new Rig.Ran(
                  Tier.P1, 0, 400_000_000, new Ending.Cancelled<>(Reason.UPSTREAM_TIMEOUT)));
    }
  }

  @Test
  void cancel_comesTooLate_forATaskThatHasEnded() throws Exception {
    try (Rig rig = new Rig(1, 0)) {
      Task<Integer> task = rig.accept(Tier.P1, () -> 1);
      Rig.await(task.released());

      assertThat(task.cancel(Reason.CLIENT_GONE)).isFalse();

      assertThat(Rig.await(task.ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(rig.executor.counts().cancelled()).isZero();
    }
  }

  @Test
  void cancel_countsOnce_howeverOftenItIsCalled() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held stubborn = rig.holdStubbornly(Tier.P1);
      Task<Integer> queued = rig.accept(Tier.P1, () -> 1);

      assertThat(stubborn.task.cancel(Reason.CLIENT_GONE)).isTrue();
      assertThat(stubborn.task.cancel(Reason.DRAINING)).isFalse();
      assertThat(queued.cancel(Reason.CLIENT_GONE)).isTrue();
      assertThat(queued.cancel(Reason.DRAINING)).isFalse();

      assertThat(rig.executor.counts().cancelled()).isEqualTo(2);
      stubborn.letGo();
    }
  }

  @Test
  void aJob_mayCancelItself() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      AtomicInteger interrupted = new AtomicInteger();
      Task<?>[] self = new Task<?>[1];
      self[0] =
          rig.accept(
              Tier.P1,
              () -> {
                self[0].cancel(Reason.CLIENT_GONE);
                return Thread.currentThread().isInterrupted() ? interrupted.incrementAndGet() : 0;
              });
      held.letGo();
      Rig.await(self[0].released());

      assertThat(interrupted).hasValue(1);
      assertThat(Rig.await(rig.accept(Tier.P1, Thread::interrupted).ending()))
          .isEqualTo(new Ending.Done<>(false));
    }
  }

  @Test
  void anInterruptAJobLeavesBehind_doesNotReachTheNext() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P1);
      Task<Boolean> careless =
          rig.accept(
              Tier.P1,
              () -> {
                Thread.currentThread().interrupt();
                return true;
              });
      var flagInDependent =
          careless.ending().thenApply(_ -> Thread.currentThread().isInterrupted());

      held.letGo();

      assertThat(Rig.await(flagInDependent)).isFalse();
      assertThat(Rig.await(rig.accept(Tier.P1, Thread::interrupted).ending()))
          .isEqualTo(new Ending.Done<>(false));
    }
  }
}
