package io.sluice.edge;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is open at the front door right now, over all event loops, and whether it is closing. */
public final class DoorState {
  private final int maxConnections;
  private final int maxPerClient;
  private final AtomicInteger connections = new AtomicInteger();
  private final ConcurrentMap<ClientNetwork, Integer> clients = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, Semaphore> collecting = new ConcurrentHashMap<>();
  private final LongAdder requests = new LongAdder();
  private final OpenStreams streams = new OpenStreams();
  private volatile boolean draining;

  /** A door that one client may fill. */
  public DoorState(int maxConnections) {
    this(maxConnections, maxConnections);
  }

  public DoorState(int maxConnections, int maxPerClient) {
    this.maxConnections = maxConnections;
    this.maxPerClient = maxPerClient;
  }

  /** Whether one more connection may be open; if so it counts until {@link #disconnected}. */
  boolean mayConnect() {
    if (connections.incrementAndGet() <= maxConnections) {
      return true;
    }
    connections.decrementAndGet();
    return false;
  }

  void disconnected() {
    connections.decrementAndGet();
  }

  /** Whether this client may have one more; if so it counts until {@link #left}. */
  boolean mayConnect(ClientNetwork client) {
    boolean[] may = {true};
    clients.compute(
        client,
        (_, open) -> {
          int before = open == null ? 0 : open;
          may[0] = before < maxPerClient;
          return may[0] ? Integer.valueOf(before + 1) : open;
        });
    return may[0];
  }

  void left(ClientNetwork client) {
    clients.computeIfPresent(client, (_, open) -> open == 1 ? null : open - 1);
  }

  /**
   * Places for bodies that are being collected for a route whose work may be lost.
   *
   * @param most how many, over all event loops
   */
  Semaphore collecting(String route, int most) {
    return collecting.computeIfAbsent(route, _ -> new Semaphore(most));
  }

  void entered() {
    requests.increment();
  }

  void left() {
    requests.decrement();
  }

  /** From now on every answer is the last on its connection, and streams are told to go. */
  public void drain() {
    draining = true;
    streams.tellToGo();
  }

  OpenStreams streams() {
    return streams;
  }

  public boolean isDraining() {
    return draining;
  }

  /** Connections open. */
  public int connections() {
    return connections.get();
  }

  /** Clients that have connections open. */
  int clients() {
    return clients.size();
  }

  /** Requests that have not been answered yet. */
  public long requests() {
    return requests.sum();
  }

  /** Requests that have not been answered yet, and streams that are open. */
  public long inFlight() {
    return requests() + streams.count();
  }
}
