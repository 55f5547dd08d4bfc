package io.sluice.config;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.HealthOptions;
import io.sluice.balance.Strategy;
import io.sluice.edge.BackendOptions;
import java.net.InetAddress;
import java.net.URI;

/**
 * What is said of a backend's endpoints has endpoints to be said of, and does not contradict
 * itself.
 */
final class BalanceRules {
  private final Review review;
  private final String path;
  private final BackendOptions backend;

  private BalanceRules(Review review, String path, BackendOptions backend) {
    this.review = review;
    this.path = path;
    this.backend = backend;
  }

  static void check(Review review, String path, BackendOptions backend) {
    var rules = new BalanceRules(review, path, backend);
    if (backend.fanout() != null) {
      return;
    }
    if (backend.inProcess() != null) {
      rules.hasEndpoints();
      return;
    }
    rules.hash();
    rules.ejection(backend.ejection());
    HealthOptions health = backend.health();
    if (health != null) {
      rules.health(health);
    }
  }

  private void hasEndpoints() {
    none("balance", backend.balance().equals(BalanceOptions.DEFAULT));
    none("ejection", backend.ejection().equals(EjectionOptions.DEFAULT));
    none("health", backend.health() == null);
    none("slowStart", backend.slowStart().isZero());
  }

  private void none(String key, boolean saysNothing) {
    if (!saysNothing) {
      review.refuse(
          path + "." + key,
          "an inProcess backend has no endpoints (expected: none)",
          path + ".endpoints",
          path + ".inProcess");
    }
  }

  private void hash() {
    boolean needed = backend.balance().strategy() == Strategy.CONSISTENT_HASH;
    boolean written = backend.balance().hash() != null;
    if (needed && !written) {
      review.refuse(
          path + ".balance.hash",
          "missing (expected: header:<name>, cookie:<name> or path, for consistent-hash)",
          path + ".balance.strategy");
    } else if (written && !needed) {
      review.expect(
          path + ".balance.strategy",
          backend.balance().strategy(),
          "consistent-hash, as there is a hash",
          path + ".balance.hash");
    }
  }

  private void ejection(EjectionOptions ejection) {
    String at = path + ".ejection";
    if (ejection.max().compareTo(ejection.base()) < 0) {
      review.expect(
          at + ".max",
          ejection.max(),
          "at least base, " + review.show(at + ".base", ejection.base()),
          at + ".base");
    }
    if (!ejection.equals(EjectionOptions.DEFAULT) && ejection.failures() > 0 && isSingle()) {
      review.warn(at, "a single endpoint is never ejected", path + ".endpoints", at);
    }
  }

  /** A name may stand for several addresses. */
  private boolean isSingle() {
    if (backend.endpoints().size() != 1) {
      return false;
    }
    String endpoint = backend.endpoints().getFirst();
    return endpoint.startsWith("unix:") || isLiteral(endpoint);
  }

  private static boolean isLiteral(String url) {
    try {
      String host = URI.create(url).getHost();
      return host != null && InetAddress.ofLiteral(bare(host)).getAddress().length > 0;
    } catch (IllegalArgumentException aName) {
      return false;
    }
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private void health(HealthOptions health) {
    String at = path + ".health";
    if (health.timeout().compareTo(health.interval()) > 0) {
      review.expect(
          at + ".timeout",
          health.timeout(),
          "at most interval, " + review.show(at + ".interval", health.interval()),
          at + ".interval");
    }
    if (!health.isAnyGood()) {
      review.expect(
          at + ".status", health.status(), "a status, or a range from a lower to a higher one");
    }
  }
}
