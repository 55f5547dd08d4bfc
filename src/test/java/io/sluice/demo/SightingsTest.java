package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.surge.Watcher.Seen;
import org.junit.jupiter.api.Test;

class SightingsTest {
  private final Sightings seen = new Sightings();

  @Test
  void part_countsAttemptsByWhenTheyWereDue() {
    seen("a", 1, true, 0, 5);
    seen("b", 1, false, 10, 30);
    seen("b", 2, true, 40, 70);
    seen("c", 1, true, 100, 101);

    Sightings.Part part = seen.between(0, 100);

    assertThat(part.count()).isEqualTo(3);
    assertThat(part.requests()).isEqualTo(2);
    assertThat(part.amplification()).isEqualTo(1.5);
    assertThat(part.successShare()).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(part.lastFailureNanos(0)).isEqualTo(10);
    assertThat(part.requestIds(Seen::isSuccess)).containsExactly("a", "b");
    assertThat(part.of("other").count()).isZero();
  }

  @Test
  void percentile_isThatOfTheNearestRank_ofThoseThatSucceeded() {
    for (int i = 1; i <= 100; i++) {
      seen("r" + i, 1, true, 0, i * 1_000_000L);
    }
    seen("failed", 1, false, 0, 1_000_000_000L);

    Sightings.Part part = seen.between(0, 1);

    assertThat(part.successMillis(50)).isEqualTo(50);
    assertThat(part.successMillis(99)).isEqualTo(99);
    assertThat(seen.between(5, 6).successMillis(99)).isZero();
    assertThat(seen.between(5, 6).successShare()).isEqualTo(1);
  }

  private void seen(String id, int number, boolean ok, long begunNanos, long endedNanos) {
    seen.ended(
        new Seen("titles", id, number, ok ? 200 : 503, ok, ok, begunNanos, begunNanos, endedNanos));
  }
}
