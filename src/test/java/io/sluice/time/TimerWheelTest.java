package io.sluice.time;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
  private static final long MILLI = 1_000_000;

  private final long start = new Random().nextLong();
  private final TimerWheel wheel = new TimerWheel(start);
  private final List<String> ran = new ArrayList<>();

  @Test
  void advance_runsWhatIsDue_neverEarly_andOnce() {
    wheel.schedule(start + 5 * MILLI + 1, () -> ran.add("a"));
    wheel.advance(start + 5 * MILLI + 1);
    assertThat(ran).isEmpty();
    wheel.advance(start + 6 * MILLI);
    wheel.advance(start + 9 * MILLI);
    assertThat(ran).containsExactly("a");
    assertThat(wheel.size()).isZero();
  }

  @Test
  void cancel_forgetsATimer_andDoesNothingAfterwards() {
    TimerWheel.Timer first = wheel.schedule(start + MILLI, () -> ran.add("first"));
    TimerWheel.Timer second = wheel.schedule(start + MILLI, () -> ran.add("second"));
    wheel.cancel(first);
    wheel.cancel(first);
    wheel.advance(start + 2 * MILLI);
    wheel.cancel(second);
    assertThat(ran).containsExactly("second");
    assertThat(wheel.size()).isZero();
  }

  @Test
  void schedule_inThePast_runsAtTheNextTick() {
    wheel.advance(start + 10 * MILLI);
    wheel.schedule(start + MILLI, () -> ran.add("late"));
    assertThat(wheel.nextNanos()).isEqualTo(start + 11 * MILLI);
    wheel.advance(wheel.nextNanos());
    assertThat(ran).containsExactly("late");
  }

  @Test
  void aTimerOfALaterLap_staysUntilItsLap() {
    long lap = TimerWheel.SLOTS * MILLI;
    wheel.schedule(start + 3 * lap + 7 * MILLI, () -> ran.add("later"));
    for (long at = 0; at < 3 * lap + 7 * MILLI; at += MILLI / 2) {
      wheel.advance(start + at);
    }
    assertThat(ran).isEmpty();
    wheel.advance(start + 3 * lap + 7 * MILLI);
    assertThat(ran).containsExactly("later");
  }

  @Test
  void advance_afterALongSilence_missesNothing() {
    wheel.schedule(start + 3 * MILLI, () -> ran.add("a"));
    wheel.schedule(start + 5000 * MILLI, () -> ran.add("b"));
    wheel.advance(start + 3_600_000 * MILLI);
    assertThat(ran).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void aTask_maySetAndCancelTimers_ofItsOwnSlotToo() {
    var doomed = new ArrayList<TimerWheel.Timer>();
    doomed.add(wheel.schedule(start + MILLI, () -> ran.add("doomed")));
    wheel.schedule(
        start + MILLI,
        () -> {
          ran.add("task");
          doomed.forEach(wheel::cancel);
          wheel.schedule(start + MILLI, () -> ran.add("next"));
        });
    wheel.advance(start + MILLI);
    assertThat(ran).containsExactly("task");
    wheel.advance(start + 2 * MILLI);
    assertThat(ran).containsExactly("task", "next");
  }

  @Test
  void aTaskThatFails_keepsNobodyWaiting_andIsHeardOf() {
    var faults = new ArrayList<Throwable>();
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler before = thread.getUncaughtExceptionHandler();
    thread.setUncaughtExceptionHandler((_, fault) -> faults.add(fault));
    try {
      wheel.schedule(start + MILLI, () -> ran.add("same slot"));
      wheel.schedule(
          start + MILLI,
          () -> {
            throw new IllegalStateException("as agreed");
          });
      wheel.schedule(start + 2 * MILLI, () -> ran.add("next slot"));
      wheel.advance(start + 2 * MILLI);
    } finally {
      thread.setUncaughtExceptionHandler(before);
    }
    assertThat(ran).containsExactly("same slot", "next slot");
    assertThat(faults).hasSize(1);
  }

  @Test
  void nextNanos_ofAnEmptyWheel_isABug() {
    assertThatThrownBy(wheel::nextNanos).isInstanceOf(IllegalStateException.class);
  }

  /** Beside a plain map, under random operations. */
  @Test
  void everyTimer_runsWithinATickOfItsInstant_unlessItWasCancelled() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    Map<Integer, Long> due = new HashMap<>();
    Map<Integer, TimerWheel.Timer> timers = new HashMap<>();
    long now = start;
    for (int i = 0; i < 200_000; i++) {
      int id = i;
      if (random.nextInt(3) > 0) {
        long at = now + (long) (Math.pow(random.nextDouble(), 4) * 20_000 * MILLI);
        due.put(id, at);
        timers.put(id, wheel.schedule(at, () -> ran.add(Integer.toString(id))));
      } else if (!timers.isEmpty() && random.nextInt(3) > 0) {
        Integer victim = timers.keySet().iterator().next();
        wheel.cancel(requireNonNull(timers.remove(victim)));
        due.remove(victim);
      }
      if (random.nextInt(4) == 0) {
        now += random.nextInt(3_000_000);
        wheel.advance(now);
        for (String done : ran) {
          Integer finished = Integer.valueOf(done);
          long at = requireNonNull(due.remove(finished), "ran twice, or though cancelled");
          assertThat(now - at).as("early").isNotNegative();
          timers.remove(finished);
        }
        ran.clear();
        if (i % 1000 < 4) {
          long reached = now;
          assertThat(due.values()).allMatch(at -> reached - at < 2 * MILLI);
        }
      }
    }
    assertThat(wheel.size()).isEqualTo(due.size());
  }
}
