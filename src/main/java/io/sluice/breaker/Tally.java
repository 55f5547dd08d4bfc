package io.sluice.breaker;

import static java.util.Objects.requireNonNull;

import io.sluice.breaker.Transition.Why;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What a breaker has done since the start. Any thread. */
final class Tally {
  final LongAdder refused = new LongAdder();
  final LongAdder probes = new LongAdder();
  final LongAdder duplicateEnds = new LongAdder();
  private final Map<Why, LongAdder> transitions = new EnumMap<>(Why.class);

  Tally() {
    for (Why why : Why.values()) {
      transitions.put(why, new LongAdder());
    }
  }

  void moved(Why why) {
    requireNonNull(transitions.get(why)).increment();
  }

  Map<Why, Long> transitions() {
    var now = new EnumMap<Why, Long>(Why.class);
    transitions.forEach((why, count) -> now.put(why, count.sum()));
    return now;
  }
}
