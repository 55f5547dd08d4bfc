package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Moments between two threads' steps, played by one. */
class DispatchedTest {
  private final Workshop workshop = new Workshop(1, () -> 0, RunListener.NONE);
  private final AtomicInteger started = new AtomicInteger();
  private final Dispatched<Integer> task =
      new Dispatched<>(
          workshop, Tier.P1, new Deadline(1), Overload.DISCARD_OLDEST, started::incrementAndGet, 0);

  @Test
  void aTaskTakenJustBeforeTheStop_isCancelledInsteadOfStarted() throws Exception {
    workshop.tryTakePlace();

    workshop.stop(); // goes through the tasks on workers before this one has stepped up
    task.run();

    assertThat(Rig.await(task.ending())).isEqualTo(new Ending.Cancelled<>(Reason.DRAINING));
    assertThat(Rig.isComplete(task.released())).isTrue();
    assertThat(started).hasValue(0);
    assertThat(workshop.tryTakePlace()).isTrue();
  }

  @Test
  void aTaskThatIsBeingCancelled_doesNotHandItsPlaceOver() {
    workshop.tryTakePlace();
    workshop.backlog.offer(task);
    task.discard(); // as a canceller that has not yet taken it out of the backlog

    assertThat(workshop.tryTakeOldestPlace(Tier.P1)).isFalse();
    assertThat(workshop.backlog).isEmpty();
  }

  @Test
  void aTaskCancelledOnItsWayToAWorker_isNotStarted_norLeftOnTheWorker() throws Exception {
    workshop.tryTakePlace();

    task.cancel(Reason.CLIENT_GONE); // a worker has it already, but has not stepped up
    task.run();

    assertThat(Rig.await(task.ending())).isEqualTo(new Ending.Cancelled<>(Reason.CLIENT_GONE));
    assertThat(started).hasValue(0);
    assertThat(workshop.counts().running()).isZero();
    assertThat(workshop.tryTakePlace()).isTrue();
    assertThat(workshop.tryTakePlace()).isFalse();
  }

  @Test
  void aTask_isOnItsWorker_untilItsJobReturns() throws Exception {
    workshop.tryTakePlace();
    Dispatched<Integer> counting =
        new Dispatched<>(
            workshop,
            Tier.P1,
            new Deadline(1),
            Overload.ABORT,
            () -> workshop.counts().running(),
            0);
    var atEnding = counting.ending().thenApply(_ -> workshop.counts().running());

    counting.run();

    assertThat(Rig.await(counting.ending())).isEqualTo(new Ending.Done<>(1));
    assertThat(Rig.await(atEnding)).isZero();
  }
}
