package io.sluice.observe;

import java.util.concurrent.atomic.LongAdder;

/** What is counted of a backend's endpoints. Any thread. */
public final class BackendMeters {
  private final String backend;
  private final LongAdder failedLookups = new LongAdder();
  private final LongAdder failovers = new LongAdder();

  BackendMeters(String backend) {
    this.backend = backend;
  }

  /** A name could not be looked up; what it stood for stays in force. */
  public void lookupFailed() {
    failedLookups.increment();
  }

  /** A request went on to another endpoint, as it could not connect to the one before. */
  public void failedOver() {
    failovers.increment();
  }

  public String backend() {
    return backend;
  }

  public long failedLookups() {
    return failedLookups.sum();
  }

  public long failovers() {
    return failovers.sum();
  }
}
