package io.sluice.observe;

import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of a backend's endpoints. Any thread. */
public final class BackendMeters {
  private final String backend;
  private final LongAdder failedLookups = new LongAdder();
  private final LongAdder failovers = new LongAdder();
  private final ConcurrentMap<String, TargetCount> targets = new ConcurrentHashMap<>();

  /** A target of a fan-out, what became of it, and how often. */
  public static final class TargetCount {
    private final String target;
    private final String outcome;
    private final LongAdder count = new LongAdder();

    TargetCount(String target, String outcome) {
      this.target = target;
      this.outcome = outcome;
    }

    public String target() {
      return target;
    }

    /** The class of its status, or the reason why it has none. */
    public String outcome() {
      return outcome;
    }

    public long count() {
      return count.sum();
    }
  }

  BackendMeters(String backend) {
    this.backend = backend;
  }

  /**
   * A target of a fan-out has its result.
   *
   * @param outcome the class of its status, or the reason why it has none
   */
  public void targetEnded(String target, String outcome) {
    targets
        .computeIfAbsent(target + ' ' + outcome, _ -> new TargetCount(target, outcome))
        .count
        .increment();
  }

  /** How often each target of the fan-out has had which outcome. */
  public Collection<TargetCount> targets() {
    return Collections.unmodifiableCollection(targets.values());
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
