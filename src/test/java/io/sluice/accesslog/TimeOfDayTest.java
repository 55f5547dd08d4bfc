package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeOfDayTest {
  private static final Instant WALL = Instant.parse("1970-01-02T00:00:00.5Z");
  private static final long WALL_MICROS = 86_400_500_000L;

  private final long start = new Random().nextLong();

  @Test
  void epochMicros_followTheMonotonicClock_alsoBackwards() {
    var time = new TimeOfDay(WALL, start);
    assertThat(time.epochMicros(start)).isEqualTo(WALL_MICROS);
    assertThat(time.epochMicros(start + 1_500)).isEqualTo(WALL_MICROS + 1);
    assertThat(time.epochMicros(start - 1)).isEqualTo(WALL_MICROS - 1);
  }

  @Test
  void smallDrift_changesNothing_soThatDifferencesStayTrue() {
    var time = new TimeOfDay(WALL, start);
    time.compare(WALL.plusMillis(1019), start + 1_000_000_000);
    assertThat(time.epochMicros(start + 1_000_000_000)).isEqualTo(WALL_MICROS + 1_000_000);
  }

  @Test
  void timeOfDayThatWasSet_isFollowed() {
    var time = new TimeOfDay(WALL, start);
    time.compare(WALL.minusSeconds(3600), start);
    assertThat(time.epochMicros(start)).isEqualTo(WALL_MICROS - 3_600_000_000L);
  }
}
