package io.sluice.observe;

import io.sluice.exchange.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** One counter per {@link Reason}, all there from the start: counting is an array access. */
final class ReasonCounts {
  private final EnumMap<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

  ReasonCounts() {
    for (Reason reason : Reason.values()) {
      counts.put(reason, new LongAdder());
    }
  }

  void increment(Reason reason) {
    Objects.requireNonNull(counts.get(reason)).increment();
  }

  /** The counts of the reasons that have occurred. */
  Map<Reason, Long> seen() {
    var seen = new EnumMap<Reason, Long>(Reason.class);
    counts.forEach(
        (reason, count) -> {
          long sum = count.sum();
          if (sum > 0) {
            seen.put(reason, sum);
          }
        });
    return seen;
  }
}
