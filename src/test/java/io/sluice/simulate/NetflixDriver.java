package io.sluice.simulate;

import com.netflix.concurrency.limits.Limit;

/** A limit of Netflix' library, fed call by call as its own limiters do. */
final class NetflixDriver implements LimitDriver {
  private final Limit limit;

  NetflixDriver(Limit limit) {
    this.limit = limit;
  }

  @Override
  public int limit() {
    return Math.max(1, limit.getLimit());
  }

  @Override
  public void ended(Measured call) {
    boolean drop = call.ending() == Teaching.DROP;
    if (drop || call.ending() == Teaching.LATENCY) {
      limit.onSample(call.startNanos(), Math.max(1, call.latencyNanos()), call.inFlight(), drop);
    }
  }
}
