package io.sluice.config;

import io.sluice.classify.RouteOptions;
import java.util.List;

/**
 * What a rule works with: the options, and how to speak about them. A rule that names a broken key
 * among those it looked at stays silent, because its finding would only follow from that fault.
 */
final class Review {
  private final GatewayOptions options;
  private final Document document;
  private final Findings findings;

  Review(GatewayOptions options, Document document, Findings findings) {
    this.options = options;
    this.document = document;
    this.findings = findings;
  }

  GatewayOptions options() {
    return options;
  }

  List<RouteOptions> routes() {
    return options.routes();
  }

  /** The key's value and what was expected of it. */
  void expect(String path, Object value, String expected, String... alsoLookedAt) {
    refuse(path, show(path, value) + " (expected: " + expected + ")", alsoLookedAt);
  }

  /** A fault in other words than {@link #expect}'s. */
  void refuse(String path, String problem, String... alsoLookedAt) {
    if (isSound(path, alsoLookedAt)) {
      findings.fault(path, document.positionOf(path), problem);
    }
  }

  void warn(String path, String problem, String... alsoLookedAt) {
    if (isSound(path, alsoLookedAt)) {
      findings.warning(path, document.positionOf(path), problem);
    }
  }

  private boolean isSound(String path, String... alsoLookedAt) {
    if (findings.isInBroken(path)) {
      return false;
    }
    for (String other : alsoLookedAt) {
      if (findings.touchesBroken(other)) {
        return false;
      }
    }
    return true;
  }

  /** The value as the file has it, else as the default is written; {@code ***} if hidden. */
  String show(String path, Object value) {
    return document.show(path, Document.printable(Scalar.write(value)));
  }

  /** Whether the file itself has this key. */
  boolean isWritten(String path) {
    return document.has(path);
  }

  /** Whether something about this key has been found wrong already. */
  boolean isBroken(String path) {
    return findings.touchesBroken(path);
  }

  static String route(int index) {
    return "routes[" + index + "]";
  }

  static String route(int index, String key) {
    return route(index) + "." + key;
  }
}
