package io.sluice.simulate;

import java.util.Collection;
import java.util.List;

/**
 * What a perfect gateway would get out of the backends: one that knows their best concurrency at
 * every instant, loses nothing on the way and keeps whoever does not fit at once for as long as its
 * clients have patience. A fluid model of it: an upper bound, not what luck would make of it.
 */
final class Possible {
  private static final double SECOND_NANOS = 1e9;
  private static final long FINEST_NANOS = 10_000_000L;
  private static final int MOST_STEPS = 50_000;

  private final Collection<Backend> backends;
  private final List<Clients> clients;

  Possible(Collection<Backend> backends, List<Clients> clients) {
    this.backends = backends;
    this.clients = clients;
  }

  /** What all backends could complete a second at this instant. */
  double capacity(long nowNanos) {
    return backends.stream().mapToDouble(b -> b.service().capacity(nowNanos)).sum();
  }

  /** New requests a second at this instant, expected. */
  double offered(long nowNanos) {
    return clients.stream().mapToDouble(c -> c.arrivals().rate(nowNanos)).sum();
  }

  /** Good answers between these two instants, of all that was asked for since the start. */
  double between(long startNanos, long fromNanos, long untilNanos) {
    long stepNanos = Math.max(FINEST_NANOS, (untilNanos - startNanos) / MOST_STEPS);
    double good = 0;
    for (Backend backend : backends) {
      good += of(backend, startNanos, fromNanos, untilNanos, stepNanos);
    }
    return good;
  }

  private double of(
      Backend backend, long startNanos, long fromNanos, long untilNanos, long stepNanos) {
    double patience = patienceSeconds(backend);
    double waiting = 0;
    double good = 0;
    for (long at = startNanos; at - untilNanos < 0; at += stepNanos) {
      double seconds = Math.min(stepNanos, untilNanos - at) / SECOND_NANOS;
      long middle = at + stepNanos / 2;
      double capacity = backend.service().capacity(middle);
      double wanted = offeredTo(backend, middle) * backend.service().soundShare(middle) * seconds;
      double served = Math.min(capacity * seconds, waiting + wanted);
      waiting = Math.min(waiting + wanted - served, capacity * patience);
      if (at - fromNanos >= 0) {
        good += served;
      }
    }
    return good;
  }

  private double offeredTo(Backend backend, long nowNanos) {
    double offered = 0;
    for (Clients each : clients) {
      if (each.route().backend() == backend) {
        offered += each.arrivals().rate(nowNanos);
      }
    }
    return offered;
  }

  private double patienceSeconds(Backend backend) {
    return clients.stream()
            .filter(each -> each.route().backend() == backend)
            .mapToLong(Clients::patienceNanos)
            .max()
            .orElse(0)
        / SECOND_NANOS;
  }
}
