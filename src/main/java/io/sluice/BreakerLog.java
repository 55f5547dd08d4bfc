package io.sluice;

import io.sluice.breaker.BreakerListener;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CallCounts;
import io.sluice.breaker.Transition;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.function.BiConsumer;

/**
 * Says in the log when one backend's breaker opens and closes, and why. Probes that change nothing
 * have a line a minute, and a breaker that flaps has as many lines as are of use. Any thread.
 */
final class BreakerLog implements BreakerListener {
  private static final long QUIET_NANOS = 60_000_000_000L;
  private static final int MOST_IN_A_STORM = 20;

  private final BiConsumer<Level, String> log;

  /** Since it was last said how the breaker stands. */
  private int probesInVain;

  private long saidNanos;
  private long stormNanos;
  private int inTheStorm;
  private int leftOut;

  /**
   * @param log takes a line
   */
  BreakerLog(BiConsumer<Level, String> log) {
    this.log = log;
  }

  @Override
  public void moved(Transition transition) {
    String line = line(transition);
    if (!line.isEmpty()) {
      boolean bad = transition.to() == BreakerState.OPEN;
      log.accept(bad ? Level.WARNING : Level.INFO, line);
    }
  }

  /** Empty for what is left out. */
  private synchronized String line(Transition step) {
    return switch (step.why()) {
      case COOLDOWN_OVER -> ""; // what becomes of the probe says it all
      case PROBE_FAILED, PROBE_SLOW, PROBE_LOST -> stillOpen(step);
      case FORCED, RELEASED -> told(step, "");
      case FAILURES, FAILURE_RATE, SLOW_RATE, PROBE_SUCCEEDED -> inAStorm(step);
    };
  }

  private String stillOpen(Transition step) {
    probesInVain++;
    if (step.atNanos() - saidNanos < QUIET_NANOS) {
      return "";
    }
    saidNanos = step.atNanos();
    return "breaker %s: still open, %s, %d probes in vain"
        .formatted(step.backend(), step.why().code(), probesInVain);
  }

  private String inAStorm(Transition step) {
    if (inTheStorm == 0 || step.atNanos() - stormNanos >= QUIET_NANOS) {
      stormNanos = step.atNanos();
      inTheStorm = 0;
    }
    inTheStorm++;
    if (inTheStorm > MOST_IN_A_STORM) {
      leftOut++;
      return "";
    }
    boolean last = inTheStorm == MOST_IN_A_STORM;
    return told(step, last ? "; it flaps: the rest of this minute is left out" : "");
  }

  private String told(Transition step, String aside) {
    String probes = probesInVain == 0 ? "" : ", %d probes in vain".formatted(probesInVain);
    String others = leftOut == 0 ? "" : ", with %d moves in between".formatted(leftOut);
    saidNanos = step.atNanos();
    probesInVain = 0;
    leftOut = 0;
    return "breaker %s: %s -> %s, %s%s%s%s%s"
        .formatted(
            step.backend(),
            step.from().code(),
            step.to().code(),
            step.why().code(),
            numbers(step),
            probes,
            others,
            aside);
  }

  private static String numbers(Transition step) {
    CallCounts counts = step.counts();
    return switch (step.why()) {
      case FAILURES -> String.format(Locale.ROOT, " (%d in a row)", counts.inARow());
      case FAILURE_RATE -> share(counts.failed(), counts.calls());
      case SLOW_RATE -> share(counts.slow(), counts.calls());
      default -> "";
    };
  }

  private static String share(int part, int whole) {
    return String.format(Locale.ROOT, " (%d of %d calls)", part, whole);
  }
}
