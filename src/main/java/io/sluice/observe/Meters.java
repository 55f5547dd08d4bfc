package io.sluice.observe;

import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Everything one gateway counts. Meters are registered when it is put together and kept by whoever
 * counts; the same name gives the same meters, so that a new configuration goes on counting where
 * the old one stopped. Any thread.
 */
public final class Meters {
  private final ConcurrentMap<RouteKey, RouteMeters> routes = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, LaneMeters> lanes = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, LoopLag> loops = new ConcurrentSkipListMap<>();
  private final ConcurrentMap<String, BackendMeters> backends = new ConcurrentSkipListMap<>();
  private final ClientFaults faults = new ClientFaults();
  private final Connections connections = new Connections();
  private final Renewals renewals = new Renewals();
  private final LongAdder junkDeadlineHeaders = new LongAdder();
  private final LongAdder keysUnreadable = new LongAdder();

  // A route that moves to another lane or backend starts a new series: old counts are not its own.
  private record RouteKey(String route, String lane, String backend) {}

  /** The meters of a route. */
  public RouteMeters route(String route, String lane, String backend) {
    return routes.computeIfAbsent(
        new RouteKey(route, lane, backend), _ -> new RouteMeters(route, lane(lane), backend));
  }

  /** The meters of a lane, shared by its routes. */
  public LaneMeters lane(String lane) {
    return lanes.computeIfAbsent(lane, LaneMeters::new);
  }

  /** The meters of a backend's endpoints. */
  public BackendMeters backend(String backend) {
    return backends.computeIfAbsent(backend, BackendMeters::new);
  }

  /**
   * The lag of an event loop.
   *
   * @param loop counted from 0
   */
  public LoopLag loopLag(int loop) {
    return loops.computeIfAbsent(loop, LoopLag::new);
  }

  /** Requests that never matched a route. */
  public ClientFaults faults() {
    return faults;
  }

  public Connections connections() {
    return connections;
  }

  /** Changes of certificates. */
  public Renewals renewals() {
    return renewals;
  }

  /** A deadline header could not be read and was ignored. */
  public void junkDeadlineHeader() {
    junkDeadlineHeaders.increment();
  }

  public long junkDeadlineHeaders() {
    return junkDeadlineHeaders.sum();
  }

  /** The file of keys for tokens changed and cannot be used. */
  public void keysUnreadable() {
    keysUnreadable.increment();
  }

  public long keysUnreadableCount() {
    return keysUnreadable.sum();
  }

  public Collection<RouteMeters> routes() {
    return Collections.unmodifiableCollection(routes.values());
  }

  /** By name. */
  public Collection<BackendMeters> backends() {
    return Collections.unmodifiableCollection(backends.values());
  }

  /** By number. */
  public Collection<LoopLag> loopLags() {
    return Collections.unmodifiableCollection(loops.values());
  }
}
