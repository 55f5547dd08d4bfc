package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandoffTest {
  private int wakeUps;
  private final List<Long> taken = new ArrayList<>();
  private final Handoff handoff = new Handoff(4, () -> wakeUps++);

  @Test
  void flush_wakesOnce_forAllThatWasOffered() {
    handoff.offer(1, 0);
    handoff.offer(2, 0);
    handoff.flush();
    handoff.flush();
    handoff.offer(3, 0);
    handoff.flush();
    assertThat(wakeUps).isOne();
    drain();
    assertThat(taken).containsExactly(1L, 2L, 3L);
  }

  @Test
  void flush_wakesAgain_afterADrain() {
    handoff.offer(1, 0);
    handoff.flush();
    drain();
    handoff.offer(2, 0);
    handoff.flush();
    assertThat(wakeUps).isEqualTo(2);
  }

  @Test
  void offer_refuses_whenTheRingIsFull() {
    for (int i = 0; i < 4; i++) {
      assertThat(handoff.offer(i, 0)).isTrue();
    }
    assertThat(handoff.offer(4, 0)).isFalse();
    drain();
    assertThat(handoff.offer(5, 0)).isTrue();
    drain();
    assertThat(taken).containsExactly(0L, 1L, 2L, 3L, 5L);
  }

  @Test
  void drain_saysLast_onlyWhenClosed() {
    handoff.offer(1, 0);
    assertThat(drain()).isFalse();
    handoff.offer(2, 0);
    handoff.close();
    assertThat(drain()).isTrue();
    assertThat(taken).containsExactly(1L, 2L);
  }

  @Test
  void drain_losesNothing_whenAnotherThreadOffers() throws InterruptedException {
    var ring = new Handoff(1024, () -> {});
    int count = 50_000;
    Thread pacer =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (long i = 0; i < count; i++) {
                    while (!ring.offer(i, (int) (i % 7))) {
                      Thread.onSpinWait();
                    }
                  }
                  ring.close();
                });
    long[] next = {0};
    boolean last = false;
    while (!last) {
      last =
          ring.drain(
              (due, stream) -> {
                assertThat(due).isEqualTo(next[0]);
                assertThat(stream).isEqualTo((int) (next[0] % 7));
                next[0]++;
              });
    }
    pacer.join();
    assertThat(next[0]).isEqualTo(count);
  }

  @Test
  void constructor_refuses_whenTheCapacityIsNoPowerOfTwo() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Handoff(6, () -> {}));
  }

  private boolean drain() {
    return handoff.drain((due, stream) -> taken.add(due));
  }
}
