package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedExecutorOverloadTest {
  @Test
  void discard_acceptsAndDropsTheNewcomer() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      Rig.Held held = rig.hold(Tier.P2);
      Task<Integer> queued = rig.accept(Tier.P2, Overload.DISCARD, () -> 1);
      Task<Integer> newcomer = rig.accept(Tier.P0, Overload.DISCARD, () -> 2);

      assertThat(Rig.await(newcomer.ending())).isEqualTo(new Ending.Discarded<>());
      assertThat(Rig.isComplete(newcomer.released())).isTrue();
      assertThat(newcomer.cancel(Reason.CLIENT_GONE)).isFalse();

      held.letGo();
      assertThat(Rig.await(queued.ending())).isEqualTo(new Ending.Done<>(1));
    }
  }

  @Test
  void discardOldest_dropsTheOldestOfTheLowestTier() throws Exception {
    try (Rig rig = new Rig(1, 3)) {
      Rig.Held held = rig.hold(Tier.P2);
      Task<Integer> p1 = rig.accept(Tier.P1, Overload.DISCARD_OLDEST, () -> 1);
      Task<Integer> oldest = rig.accept(Tier.P2, Overload.DISCARD_OLDEST, () -> 2);
      Task<Integer> younger = rig.accept(Tier.P2, Overload.DISCARD_OLDEST, () -> 3);
      Task<Integer> newcomer = rig.accept(Tier.P2, Overload.DISCARD_OLDEST, () -> 4);

      assertThat(Rig.await(oldest.ending())).isEqualTo(new Ending.Discarded<>());
      assertThat(Rig.isComplete(oldest.released())).isTrue();
      assertThat(rig.executor.counts().queued()).isEqualTo(3);

      held.letGo();
      assertThat(Rig.await(p1.ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(Rig.await(younger.ending())).isEqualTo(new Ending.Done<>(3));
      assertThat(Rig.await(newcomer.ending())).isEqualTo(new Ending.Done<>(4));
    }
  }

  @Test
  void discardOldest_neverTouchesWorkThatSomeoneWaitsFor() throws Exception {
    try (Rig rig = new Rig(1, 2)) {
      Rig.Held held = rig.hold(Tier.P2);
      Task<Integer> awaited = rig.accept(Tier.P2, Overload.ABORT, () -> 1);
      Task<Integer> inOrder = rig.accept(Tier.P2, Overload.DISCARD, () -> 2);
      Task<Integer> newcomer = rig.accept(Tier.P0, Overload.DISCARD_OLDEST, () -> 3);

      assertThat(Rig.await(newcomer.ending())).isEqualTo(new Ending.Discarded<>());

      held.letGo();
      assertThat(Rig.await(awaited.ending())).isEqualTo(new Ending.Done<>(1));
      assertThat(Rig.await(inOrder.ending())).isEqualTo(new Ending.Done<>(2));
    }
  }

  @Test
  void discardOldest_dropsTheNewcomer_whenOnlyHigherTiersAreQueued() throws Exception {
    try (Rig rig = new Rig(1, 1)) {
      rig.hold(Tier.P2);
      Task<Integer> higher = rig.accept(Tier.P1, Overload.DISCARD_OLDEST, () -> 1);
      Task<Integer> newcomer = rig.accept(Tier.P2, Overload.DISCARD_OLDEST, () -> 2);

      assertThat(Rig.await(newcomer.ending())).isEqualTo(new Ending.Discarded<>());
      assertThat(Rig.isComplete(higher.ending())).isFalse();
    }
  }

  @Test
  void acceptedLessCompleted_showsWhatWasDiscarded() throws Exception {
    try (Rig rig = new Rig(1, 2)) {
      Rig.Held held = rig.hold(Tier.P2);
      List<Task<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Overload overload = i % 2 == 0 ? Overload.DISCARD : Overload.DISCARD_OLDEST;
        tasks.add(rig.accept(Tier.P2, overload, () -> 1));
      }
      held.letGo();
      for (Task<Integer> task : tasks) {
        Rig.await(task.released());
      }
      Rig.await(held.task.released());

      Counts counts = rig.executor.counts();
      assertThat(counts.accepted()).isEqualTo(11);
      assertThat(counts.rejected()).isZero();
      assertThat(counts.completed()).isEqualTo(3);
      assertThat(counts.discarded()).isEqualTo(8);
      assertThat(counts.acceptedLessCompleted()).isEqualTo(8);
      assertThat(counts.running() + counts.queued()).isZero();
    }
  }
}
