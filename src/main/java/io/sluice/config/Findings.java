package io.sluice.config;

import io.sluice.config.Finding.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What has been found so far, and which keys hold no usable value because of it. A rule that reads
 * a broken key would only repeat in other words what has been said.
 */
final class Findings {
  private final List<Finding> all = new ArrayList<>();
  private final Set<String> broken = new HashSet<>();

  /** A fault that leaves the key without a usable value. */
  void broken(String path, Position position, String problem) {
    fault(path, position, problem);
    setBroken(path);
  }

  /** A fault beside which the key's value can still be looked at. */
  void fault(String path, Position position, String problem) {
    all.add(new Finding(Severity.FAULT, position, path, problem));
  }

  void warning(String path, Position position, String problem) {
    all.add(new Finding(Severity.WARNING, position, path, problem));
  }

  /** Nothing more is to be said about this key: its fault has been reported elsewhere. */
  void setBroken(String path) {
    broken.add(path);
  }

  /** Whether this very key is broken. */
  boolean isBroken(String path) {
    return broken.contains(path);
  }

  /** Whether this key or one that holds it is broken. */
  boolean isInBroken(String path) {
    return broken.stream().anyMatch(b -> holds(b, path));
  }

  /** Whether this key, one that holds it or one inside it is broken. */
  boolean touchesBroken(String path) {
    return broken.stream().anyMatch(b -> holds(b, path) || holds(path, b));
  }

  private static boolean holds(String outer, String inner) {
    if (!inner.startsWith(outer)) {
      return false;
    }
    return outer.isEmpty()
        || inner.length() == outer.length()
        || inner.charAt(outer.length()) == '.'
        || inner.charAt(outer.length()) == '[';
  }

  List<Finding> faults() {
    return sorted(Severity.FAULT);
  }

  List<Finding> warnings() {
    return sorted(Severity.WARNING);
  }

  private List<Finding> sorted(Severity severity) {
    return all.stream().filter(f -> f.severity() == severity).distinct().sorted().toList();
  }
}
