package io.sluice.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DeadlineTest {
  private static final long SECOND = 1_000_000_000L;

  /** Where a clock may stand when a request comes in: its origin is arbitrary. */
  static LongStream clocks() {
    long anywhere = RandomGenerator.getDefault().nextLong();
    return LongStream.of(
        0,
        -1,
        -SECOND / 2,
        Long.MIN_VALUE,
        Long.MIN_VALUE + SECOND / 2,
        Long.MAX_VALUE,
        Long.MAX_VALUE - SECOND / 2,
        anywhere);
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void remaining_countsDownToZeroAndBelow_whereverTheClockStands(long now) {
    Deadline deadline = Deadline.after(SECOND, now);

    assertThat(deadline.remainingNanos(now)).isEqualTo(SECOND);
    assertThat(deadline.remainingNanos(now + SECOND - 1)).isEqualTo(1);
    assertThat(deadline.remainingNanos(now + SECOND)).isZero();
    assertThat(deadline.remainingNanos(now + SECOND + 7)).isEqualTo(-7);
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void isPast_fromTheInstantItselfOn(long now) {
    Deadline deadline = Deadline.after(SECOND, now);

    assertThat(deadline.isPast(now)).isFalse();
    assertThat(deadline.isPast(now + SECOND - 1)).isFalse();
    assertThat(deadline.isPast(now + SECOND)).isTrue();
    assertThat(deadline.isPast(now + SECOND + 1)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void after_isPastAtOnce_whenNothingIsLeft(long now) {
    assertThat(Deadline.after(0, now).isPast(now)).isTrue();
    assertThat(Deadline.after(-1, now).isPast(now)).isTrue();
    assertThat(Deadline.after(Long.MIN_VALUE, now).isPast(now)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void after_staysAhead_whenTheCallerNamesAnEndlessTime(long now) {
    Deadline endless = Deadline.after(Long.MAX_VALUE, now);

    assertThat(endless.isPast(now)).isFalse();
    assertThat(endless.isPast(now + TimeUnit.DAYS.toNanos(365))).isFalse();
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void earlier_isTheNearerOne_onBothSidesOfTheWrap(long now) {
    Deadline near = Deadline.after(SECOND / 4, now);
    Deadline far = Deadline.after(SECOND, now);

    assertThat(near.earlier(far)).isEqualTo(near);
    assertThat(far.earlier(near)).isEqualTo(near);
    assertThat(near.earlier(near)).isEqualTo(near);
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void earlier_prefersAnyTimeToAnEndlessOne_evenOneLongPast(long now) {
    Deadline endless = Deadline.after(Long.MAX_VALUE, now);

    for (long budget : new long[] {SECOND, 0, -SECOND, Long.MIN_VALUE}) {
      Deadline other = Deadline.after(budget, now);
      assertThat(endless.earlier(other)).isEqualTo(other);
      assertThat(other.earlier(endless)).isEqualTo(other);
    }
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void lessMargin_comesNearerByTheMargin(long now) {
    Deadline deadline = Deadline.after(SECOND, now).lessMargin(SECOND / 10);

    assertThat(deadline.remainingNanos(now)).isEqualTo(SECOND / 10 * 9);
    assertThat(Deadline.after(SECOND, now).lessMargin(0)).isEqualTo(Deadline.after(SECOND, now));
  }

  @ParameterizedTest
  @MethodSource("clocks")
  void lessMargin_neverExtends_whateverTheMargin(long now) {
    for (long budget : new long[] {-SECOND, 0, SECOND, Long.MAX_VALUE}) {
      Deadline deadline = Deadline.after(budget, now);
      for (long margin : new long[] {-1, Long.MIN_VALUE, 0, 1, SECOND, Long.MAX_VALUE}) {
        assertThat(deadline.lessMargin(margin).remainingNanos(now))
            .as("budget %d margin %d", budget, margin)
            .isLessThanOrEqualTo(deadline.remainingNanos(now));
      }
    }
  }
}
