package io.sluice.config;

/**
 * One thing the check has to say about a configuration file.
 *
 * @param severity whether the file is refused for it
 * @param position where in the file
 * @param path the key, for example {@code lanes.loans.waiters} or {@code routes[0].lane}; empty for
 *     the file itself
 * @param problem the value at fault and what was expected; never holds a secret
 */
public record Finding(Severity severity, Position position, String path, String problem)
    implements Comparable<Finding> {

  /** What follows from a finding. */
  public enum Severity {
    /** The file is refused. */
    FAULT,
    /** The file is taken, but may not do what was meant. */
    WARNING
  }

  /** In the order of the file. */
  @Override
  public int compareTo(Finding other) {
    int byPosition = position.compareTo(other.position);
    return byPosition != 0 ? byPosition : toString().compareTo(other.toString());
  }

  /** {@code conf/sluice.yaml:14:12: lanes.loans.waiters: -1 (expected: 0..10000)}. */
  @Override
  public String toString() {
    return position
        + (severity == Severity.WARNING ? ": warning: " : ": ")
        + (path.isEmpty() ? "" : path.replaceAll("\\p{Cntrl}", "?") + ": ")
        + problem;
  }
}
