package io.sluice;

import io.sluice.admit.Lane;
import io.sluice.admit.LimitMove;
import io.sluice.admit.MoveListener;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Says in the log where one lane's limit has moved and why: a line at most every few seconds, which
 * tells of the moves it left out. Any thread.
 */
final class MoveLog implements MoveListener {
  private static final long QUIET_NANOS = 5_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;

  private final boolean enforced;
  private final Consumer<String> log;
  private boolean begun;
  private long lastNanos;
  private int lastTo;
  private int leftOut;

  /**
   * @param enforced whether the moves are in force
   * @param log takes a line
   */
  MoveLog(boolean enforced, Consumer<String> log) {
    this.enforced = enforced;
    this.log = log;
  }

  @Override
  public void moved(Lane lane, LimitMove move) {
    String line = line(lane.name(), move);
    if (!line.isEmpty()) {
      log.accept(line);
    }
  }

  /** Empty for a move that is left out. */
  private synchronized String line(String lane, LimitMove move) {
    if (begun && move.atNanos() - lastNanos < QUIET_NANOS) {
      leftOut++;
      return "";
    }
    int from = leftOut == 0 ? move.from() : lastTo;
    String others = leftOut == 0 ? "" : ", with %d moves in between".formatted(leftOut);
    begun = true;
    lastNanos = move.atNanos();
    lastTo = move.to();
    leftOut = 0;
    return String.format(
        Locale.ROOT,
        "lane %s: %s %d -> %d, %s (median %.1f ms, %.0f/s, in flight %.1f)%s",
        lane,
        enforced ? "limit" : "shadow limit",
        from,
        move.to(),
        move.why().code(),
        move.window().medianNanos() / NANOS_PER_MILLI,
        move.window().perSecond(),
        move.window().meanInFlight(),
        others);
  }
}
