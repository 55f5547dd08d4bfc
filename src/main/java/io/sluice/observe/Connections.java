package io.sluice.observe;

import java.util.concurrent.atomic.LongAdder;

/** The client connections of the front door. Any thread. */
public final class Connections {
  private final LongAdder opened = new LongAdder();
  private final LongAdder closed = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder refusedClients = new LongAdder();
  private final LongAdder forged = new LongAdder();

  Connections() {}

  /** One was accepted and will be served. */
  public void opened() {
    opened.increment();
  }

  /** One that was {@link #opened} is gone. */
  public void closed() {
    closed.increment();
  }

  /** One was closed at once because too many were open; it counts as neither opened nor closed. */
  public void refused() {
    refused.increment();
  }

  /** Likewise, because its client had too many open. */
  public void refusedClient() {
    refusedClients.increment();
  }

  /** One had no good PROXY protocol header, or came from someone who may not send one. */
  public void forged() {
    forged.increment();
  }

  public long refusedClientCount() {
    return refusedClients.sum();
  }

  public long forgedCount() {
    return forged.sum();
  }

  public long openedCount() {
    return opened.sum();
  }

  public long refusedCount() {
    return refused.sum();
  }

  public long openCount() {
    // Closed first: one that comes and goes in between must not make it negative.
    long closedSum = closed.sum();
    return opened.sum() - closedSum;
  }
}
