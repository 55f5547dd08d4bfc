package io.sluice.hint;

import io.sluice.exchange.RetryHint;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** When refused clients come back, and how bunched. Times are microseconds from the refusal. */
public final class Returns {
  private static final long SECOND_MICROS = 1_000_000;
  private static final long BIN_MICROS = 100_000;

  private Returns() {}

  /** A client that reads only {@code Retry-After} and adds the jitter it was asked to add. */
  public static long ofWholeSecondClient(RetryHint hint, RandomGenerator random) {
    return hint.afterSeconds() * SECOND_MICROS
        + (long) (random.nextDouble() * hint.jitterMillis() * 1000);
  }

  /** How many the busiest 100 ms hold: any 100 ms, not only those on a grid. */
  public static int busiest(long[] returns) {
    long[] sorted = returns.clone();
    Arrays.sort(sorted);
    return busiestOfSorted(sorted);
  }

  /** The busiest 100 ms relative to the mean between the first return and the last. */
  public static double busiestOverMean(long[] returns) {
    long[] sorted = returns.clone();
    Arrays.sort(sorted);
    long spanMicros = sorted[sorted.length - 1] - sorted[0];
    double mean = (double) sorted.length * BIN_MICROS / spanMicros;
    return busiestOfSorted(sorted) / mean;
  }

  private static int busiestOfSorted(long[] sorted) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < sorted.length; last++) {
      while (sorted[last] - sorted[first] >= BIN_MICROS) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /** The fullest whole second relative to the mean of all from the first told to the last. */
  public static double busiestSecondOverMean(long[] seconds) {
    long first = Arrays.stream(seconds).min().orElseThrow();
    long last = Arrays.stream(seconds).max().orElseThrow();
    long[] counts = new long[(int) (last - first + 1)];
    for (long second : seconds) {
      counts[(int) (second - first)]++;
    }
    long most = Arrays.stream(counts).max().orElseThrow();
    return (double) most * counts.length / seconds.length;
  }
}
