package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.balance.Fleet;
import io.sluice.balance.FleetListener;
import io.sluice.balance.FleetOptions;
import io.sluice.balance.Member;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The instances of one backend that any event loop knows, and where each of them is. Any thread;
 * shared by all loops.
 */
public final class Instances {
  private final Fleet fleet;
  private final Map<Member, Endpoint> places = new HashMap<>();

  public Instances(String backend, BackendOptions options, FleetListener listener) {
    this.fleet =
        new Fleet(
            backend,
            new FleetOptions(options.balance(), options.ejection(), options.slowStart()),
            listener);
  }

  public Fleet fleet() {
    return fleet;
  }

  /** One more event loop knows it. */
  synchronized Member join(Endpoint endpoint, long nowNanos) {
    Member member = fleet.join(endpoint.text(), nowNanos);
    places.put(member, endpoint);
    return member;
  }

  /** One less does. */
  synchronized void leave(Member member, long nowNanos) {
    if (!fleet.leave(member, nowNanos)) {
      places.remove(member);
    }
  }

  /** Those that are known right now. */
  synchronized Map<Member, Endpoint> all() {
    var all = new LinkedHashMap<Member, Endpoint>();
    for (Member member : fleet.members()) {
      all.put(member, requireNonNull(places.get(member)));
    }
    return all;
  }
}
