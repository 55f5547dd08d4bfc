package io.sluice.simulate;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What was judged of each {@link Invariant}, and what was found against it. A check that never met
 * a case has proven nothing, so the cases are counted too. One thread.
 */
public final class Verdicts {
  private final Map<Invariant, Count> counts = new EnumMap<>(Invariant.class);

  private static final class Count {
    private long judged;
    private long violated;
    private @Nullable String first;
  }

  /**
   * One invariant's count.
   *
   * @param judged cases
   * @param violated of them
   * @param first what the first violation was; null if there is none
   */
  public record Verdict(long judged, long violated, @Nullable String first) {}

  public Verdicts() {
    for (Invariant each : Invariant.values()) {
      counts.put(each, new Count());
    }
  }

  void judge(Invariant invariant, boolean holds, Supplier<String> otherwise) {
    Count count = of(invariant);
    count.judged++;
    if (!holds && count.violated++ == 0) {
      count.first = otherwise.get();
    }
  }

  private Count of(Invariant invariant) {
    return Objects.requireNonNull(counts.get(invariant));
  }

  /** Adds another run's. */
  public void add(Verdicts other) {
    other.counts.forEach(
        (invariant, more) -> {
          Count count = of(invariant);
          count.judged += more.judged;
          count.violated += more.violated;
          count.first = count.first == null ? more.first : count.first;
        });
  }

  /** Violations of all of them. */
  public long violated() {
    return counts.values().stream().mapToLong(count -> count.violated).sum();
  }

  /** By invariant, in their order. */
  public Map<Invariant, Verdict> all() {
    var all = new EnumMap<Invariant, Verdict>(Invariant.class);
    counts.forEach((i, c) -> all.put(i, new Verdict(c.judged, c.violated, c.first)));
    return all;
  }
}
