package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueueBandTest {
  @Test
  void queue_isTheShareOfLatencyThatIsNotWork() {
    assertThat(QueueBand.queue(20, 10, 10)).isZero();
    assertThat(QueueBand.queue(20, 10, 20)).isEqualTo(10);
    assertThat(QueueBand.queue(20, 10, 40)).isEqualTo(15);
  }

  @Test
  void queue_isNeverNegative() {
    assertThat(QueueBand.queue(20, 10, 5)).isZero();
  }

  @Test
  void band_growsWithTheRootOfTheLimit_andIsNeverNarrowerThanOne() {
    assertThat(QueueBand.headroom(1)).isEqualTo(1);
    assertThat(QueueBand.headroom(16)).isEqualTo(3);
    assertThat(QueueBand.headroom(64)).isEqualTo(6);
  }

  @Test
  void shortAndLong_leaveABandBetweenThem() {
    assertThat(QueueBand.isShort(3, 16)).isTrue();
    assertThat(QueueBand.isShort(3.1, 16)).isFalse();
    assertThat(QueueBand.isLong(7.5, 16)).isFalse();
    assertThat(QueueBand.isLong(7.6, 16)).isTrue();
  }

  @Test
  void centredBaseline_putsTheQueueInTheMiddleOfTheBand() {
    double baseline = QueueBand.centred(20, 12, 16);
    double queue = QueueBand.queue(20, baseline, 12);
    assertThat(queue).isCloseTo((3 + 7.5) / 2, within(1e-9));
  }

  @Test
  void centredBaseline_staysPositive_whereTheBandIsWiderThanWhatIsInFlight() {
    assertThat(QueueBand.centred(2, 10, 4)).isPositive();
  }

  @Test
  void wantedLimit_leavesThatQueue() {
    // 8 of 32 in flight are work, and the middle of the band of 16 is 5.25.
    assertThat(QueueBand.wanted(32, 10, 40, 16)).isCloseTo(8 + 5.25, within(1e-9));
  }
}
