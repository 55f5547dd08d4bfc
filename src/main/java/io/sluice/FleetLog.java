package io.sluice;

import io.sluice.balance.Fleet;
import io.sluice.balance.FleetListener;
import io.sluice.balance.Member;
import io.sluice.balance.Result;
import java.util.Locale;
import java.util.function.Consumer;

/** Says in the log which endpoints of a backend go and come back, and why. Any thread. */
final class FleetLog implements FleetListener {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String backend;
  private final Consumer<String> log;

  /**
   * @param log takes a line
   */
  FleetLog(String backend, Consumer<String> log) {
    this.backend = backend;
    this.log = log;
  }

  @Override
  public void ejected(Member member, Result why, int failures, long forNanos) {
    say(
        "endpoint %s ejected for %s: %d failures in a row, the last %s"
            .formatted(member.address(), seconds(forNanos), failures, why.code()));
  }

  @Override
  public void returned(Member member, long afterNanos) {
    say("endpoint %s back after %s".formatted(member.address(), seconds(afterNanos)));
  }

  @Override
  public void healthChanged(Member member, boolean isUp, String why) {
    say("endpoint %s %s: %s".formatted(member.address(), isUp ? "healthy" : "unhealthy", why));
  }

  @Override
  public void panicked(Fleet fleet, boolean begins) {
    say(
        begins
            ? "too few endpoints are available: all are used"
            : "enough endpoints are available again");
  }

  private void say(String what) {
    log.accept("backend " + backend + ": " + what);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }
}
