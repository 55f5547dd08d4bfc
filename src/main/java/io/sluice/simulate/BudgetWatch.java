package io.sluice.simulate;

import io.sluice.retry.BudgetOptions;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts one budget's requests and retries with its own arithmetic, and holds the retries against
 * what the budget promises: of any ten seconds, and of any single one, no more than its share of
 * the requests, or its minimum. One thread.
 */
final class BudgetWatch {
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final double ROUNDING = 1e-9;

  private final String name;
  private final BudgetOptions options;
  private final @Nullable Verdicts verdicts;
  private final Window aSecond = new Window(SECOND_NANOS);
  private final Window tenSeconds = new Window(10 * SECOND_NANOS);
  private double highestShare;

  private static final class Window {
    private final SlidingTimes requests;
    private final SlidingTimes retries;

    Window(long nanos) {
      requests = new SlidingTimes(nanos);
      retries = new SlidingTimes(nanos);
    }
  }

  /**
   * @param name of the backend, or of the gateway
   * @param verdicts null if nothing is judged
   */
  BudgetWatch(String name, BudgetOptions options, @Nullable Verdicts verdicts) {
    this.name = name;
    this.options = options;
    this.verdicts = verdicts;
  }

  /** A request has come to what the budget is of. */
  void request(long nowNanos) {
    aSecond.requests.add(nowNanos);
    tenSeconds.requests.add(nowNanos);
  }

  /** A retry was decided. */
  void retry(long nowNanos) {
    aSecond.retries.add(nowNanos);
    tenSeconds.retries.add(nowNanos);
    judge(aSecond, nowNanos);
    judge(tenSeconds, nowNanos);
    judgeRate(nowNanos);
    int retries = tenSeconds.retries.count(nowNanos);
    if (retries > options.minimum()) {
      highestShare =
          Math.max(
              highestShare, (double) retries / Math.max(1, tenSeconds.requests.count(nowNanos)));
    }
  }

  private void judge(Window window, long nowNanos) {
    int requests = window.requests.count(nowNanos);
    int retries = window.retries.count(nowNanos);
    double share = options.ratio().fraction() * requests;
    judge(
        retries <= Math.max(options.minimum(), share + ROUNDING),
        () -> "%s: %d retries of %d requests".formatted(name, retries, requests));
  }

  /**
   * A bucket of one second's worth gives at most two of them in a second: the full one, and what
   * runs in.
   */
  private void judgeRate(long nowNanos) {
    int retries = aSecond.retries.count(nowNanos);
    judge(
        retries <= 2L * options.perSecond(),
        () -> "%s: %d retries in a second".formatted(name, retries));
  }

  private void judge(boolean holds, Supplier<String> otherwise) {
    if (verdicts != null) {
      verdicts.judge(Invariant.RETRIES_WITHIN_BUDGET, holds, otherwise);
    }
  }

  /** The most retries of any ten seconds, as a share of their requests; the minimum is no share. */
  double highestShare() {
    return highestShare;
  }
}
