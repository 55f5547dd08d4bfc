package io.sluice.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * What a perfect gateway would get out of the backends: one that knows their best concurrency at
 * every instant, loses nothing on the way, and keeps whoever does not fit at once for as long as
 * its clients keep trying. A fluid model of it, fed with the requests as they really came: an upper
 * bound but for luck in the service times.
 */
final class Possible {
  private static final double SECOND_NANOS = 1e9;
  private static final long FINEST_NANOS = 10_000_000L;
  private static final int MOST_STEPS = 50_000;

  private final long startNanos;
  private final long endNanos;
  private final long stepNanos;
  private final List<Demand> demands = new ArrayList<>();

  Possible(long startNanos, long endNanos) {
    this.startNanos = startNanos;
    this.endNanos = endNanos;
    this.stepNanos = Math.max(FINEST_NANOS, (endNanos - startNanos) / MOST_STEPS);
  }

  /** What is asked of one backend, step by step. */
  final class Demand {
    private final ServiceModel service;
    private final int[] arrived = new int[1 + (int) ((endNanos - startNanos) / stepNanos)];
    private double patienceSeconds;

    private Demand(ServiceModel service) {
      this.service = service;
    }

    /** Clients who keep trying for so long are among those who ask. */
    void patience(long nanos) {
      patienceSeconds = Math.max(patienceSeconds, nanos / SECOND_NANOS);
    }

    /** A request was born. */
    void arrived(long nowNanos) {
      arrived[(int) ((nowNanos - startNanos) / stepNanos)]++;
    }

    private double since(long fromNanos) {
      double waiting = 0;
      double good = 0;
      for (int step = 0; step < arrived.length; step++) {
        long at = startNanos + step * stepNanos;
        long middle = at + stepNanos / 2;
        double fits =
            service.capacity(middle) * Math.clamp(endNanos - at, 0, stepNanos) / SECOND_NANOS;
        double wanted = waiting + arrived[step] * service.soundShare(middle);
        double served = Math.min(fits, wanted);
        waiting = Math.min(wanted - served, service.capacity(middle) * patienceSeconds);
        if (at - fromNanos >= 0) {
          good += served;
        }
      }
      return good;
    }
  }

  Demand of(Backend backend) {
    var demand = new Demand(backend.service());
    demands.add(demand);
    return demand;
  }

  /** What all backends could complete a second at this instant. */
  double capacity(long nowNanos) {
    return demands.stream().mapToDouble(d -> d.service.capacity(nowNanos)).sum();
  }

  /** Good answers from this instant to the end. */
  double since(long fromNanos) {
    return demands.stream().mapToDouble(d -> d.since(fromNanos)).sum();
  }
}
