package io.sluice.observe;

import java.util.EnumMap;
import java.util.Objects;
import org.HdrHistogram.AbstractHistogram;

/** How a set of durations was distributed; immutable. */
public final class Percentiles {
  private static final double SECOND_NANOS = 1e9;

  private final long count;
  private final EnumMap<Quantile, Long> nanos = new EnumMap<>(Quantile.class);

  Percentiles(AbstractHistogram durations) {
    count = durations.getTotalCount();
    for (Quantile quantile : Quantile.values()) {
      nanos.put(quantile, durations.getValueAtPercentile(quantile.percentile()));
    }
  }

  /** How many durations there were. */
  public long count() {
    return count;
  }

  /** In nanoseconds, at most 1 % too high; 0 if there were no durations. */
  public long nanos(Quantile quantile) {
    return Objects.requireNonNull(nanos.get(quantile));
  }

  /** In seconds, likewise; NaN if there were no durations, so that no alert compares with it. */
  public double seconds(Quantile quantile) {
    return count == 0 ? Double.NaN : nanos(quantile) / SECOND_NANOS;
  }
}
