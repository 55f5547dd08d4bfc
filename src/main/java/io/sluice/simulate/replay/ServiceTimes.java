package io.sluice.simulate.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * What the backend took, and for requests it was never asked about, what it took for others of the
 * same route.
 */
public final class ServiceTimes {
  private final Map<String, List<Recorded>> served = new HashMap<>();
  private final List<Recorded> all = new ArrayList<>();
  private final RandomGenerator random;

  public ServiceTimes(List<Recorded> requests, Routing routing, RandomGenerator random) {
    this.random = random;
    for (Recorded each : requests) {
      var route = routing.of(each);
      if (each.wasServed() && route != null) {
        served.computeIfAbsent(route.name(), _ -> new ArrayList<>()).add(each);
        all.add(each);
      }
    }
  }

  /** Whether anything is known of how long the backend takes. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The request itself if it was served, else one drawn from those of its route, or of all. */
  public Recorded like(Recorded request, String route) {
    return request.wasServed() ? request : any(route);
  }

  /** One drawn from those of the route, or of all if it has none: what another attempt meets. */
  public Recorded any(String route) {
    List<Recorded> others = served.getOrDefault(route, all);
    return others.get(random.nextInt(others.size()));
  }
}
