package io.sluice.edge;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What is open at the front door right now, over all event loops, and whether it is closing. */
public final class DoorState {
  private final int maxConnections;
  private final AtomicInteger connections = new AtomicInteger();
  private final LongAdder requests = new LongAdder();
  private final OpenStreams streams = new OpenStreams();
  private volatile boolean draining;

  public DoorState(int maxConnections) {
    this.maxConnections = maxConnections;
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

  /** Requests that have not been answered yet. */
  public long requests() {
    return requests.sum();
  }

  /** Requests that have not been answered yet, and streams that are open. */
  public long inFlight() {
    return requests() + streams.count();
  }
}
