package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private static final long START = Long.MAX_VALUE - 500; // the clock wraps on the way

  private final VirtualTime time = new VirtualTime(START);
  private final List<String> happened = new ArrayList<>();

  private Runnable note(String what) {
    return () -> happened.add(what + "@" + (time.nowNanos() - START));
  }

  @Test
  void events_happenInTheOrderOfTheirTimes_alsoWhereTheClockWraps() {
    time.in(900, note("c"));
    time.in(100, note("a"));
    time.in(600, note("b"));
    time.runDry();
    assertThat(happened).containsExactly("a@100", "b@600", "c@900");
  }

  @Test
  void eventsOfOneInstant_happenInTheOrderInWhichTheyWereAskedFor() {
    for (int i = 0; i < 100; i++) {
      time.in(i % 3, note("e" + i));
    }
    time.runDry();
    assertThat(happened.getFirst()).isEqualTo("e0@0");
    assertThat(happened.subList(0, 34).getLast()).isEqualTo("e99@0");
    assertThat(happened.getLast()).isEqualTo("e98@2");
  }

  @Test
  void cancelledEvent_doesNotHappen() {
    VirtualTime.Event first = time.in(1, note("a"));
    time.in(2, note("b"));
    first.cancel();
    first.cancel();
    time.runDry();
    assertThat(happened).containsExactly("b@2");
  }

  @Test
  void eventInThePast_isNow() {
    time.in(10, () -> time.at(time.nowNanos() - 5, note("late")));
    time.runDry();
    assertThat(happened).containsExactly("late@10");
  }

  @Test
  void runUntil_leavesWhatIsDueThen() {
    time.in(10, note("a"));
    time.in(20, note("b"));
    time.runUntil(START + 20);
    assertThat(happened).containsExactly("a@10");
    assertThat(time.nowNanos()).isEqualTo(START + 20);
    time.runDry();
    assertThat(happened).containsExactly("a@10", "b@20");
  }

  @Test
  void whatIsExecuted_happensBeforeTheNextEventOfTheSameInstant() {
    time.in(1, () -> time.execute(note("told")));
    time.in(1, note("next"));
    time.runDry();
    assertThat(happened).containsExactly("told@1", "next@1");
  }

  @Test
  void manyEvents_comeOutSorted() {
    var random = new SplittableRandom(7);
    var times = new ArrayList<Long>();
    for (int i = 0; i < 50_000; i++) {
      VirtualTime.Event event =
          time.in(random.nextInt(1_000_000), () -> times.add(time.nowNanos()));
      if (random.nextInt(4) == 0) {
        event.cancel();
      }
    }
    time.runDry();
    assertThat(times).hasSizeBetween(36_000, 39_000);
    for (int i = 1; i < times.size(); i++) {
      assertThat(times.get(i) - times.get(i - 1)).isNotNegative();
    }
  }
}
