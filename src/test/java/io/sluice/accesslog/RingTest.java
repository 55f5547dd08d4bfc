package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.accesslog.Ring.Offered;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingTest {
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "3, 4", "64, 64", "65, 128", "8192, 8192", "1000000, 1048576"})
  void capacity_isTheNextPowerOfTwo(int least, int capacity) {
    assertThat(new Ring<String>(least).capacity()).isEqualTo(capacity);
  }

  @Test
  void offer_takesExactlyAsManyAsThereArePlaces_andTellsTheMiddle() {
    var ring = new Ring<Integer>(4);
    List<Offered> answers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      answers.add(ring.offer(i));
    }
    assertThat(answers)
        .containsExactly(
            Offered.TAKEN,
            Offered.TAKEN,
            Offered.TAKEN_THE_MIDDLE,
            Offered.TAKEN,
            Offered.FULL,
            Offered.FULL);
  }

  @Test
  void poll_givesInOrder_andMakesRoom() {
    var ring = new Ring<Integer>(2);
    for (int i = 0; i < 1000; i++) {
      ring.offer(2 * i);
      ring.offer(2 * i + 1);
      assertThat(ring.offer(-1)).isEqualTo(Offered.FULL);
      assertThat(ring.poll()).isEqualTo(2 * i);
      assertThat(ring.poll()).isEqualTo(2 * i + 1);
      assertThat(ring.poll()).isNull();
      assertThat(ring.isEmpty()).isTrue();
    }
  }

  @Test
  void producers_loseNothing_whatTheRingHasTaken() throws Exception {
    var ring = new Ring<Long>(64);
    int producers = 4;
    int each = 50_000;
    long[] taken = new long[producers];
    var done = new CountDownLatch(producers);
    for (int p = 0; p < producers; p++) {
      int me = p;
      Thread.ofPlatform()
          .start(
              () -> {
                for (int i = 0; i < each; i++) {
                  if (ring.offer((long) me << 32 | taken[me]) != Offered.FULL) {
                    taken[me]++;
                  }
                }
                done.countDown();
              });
    }
    long[] seen = new long[producers];
    while (done.getCount() > 0 || !ring.isEmpty()) {
      Long next = ring.poll();
      if (next != null) {
        assertThat(next & 0xffffffffL).isEqualTo(seen[(int) (next >> 32)]++);
      }
    }
    assertThat(seen).isEqualTo(taken);
  }
}
