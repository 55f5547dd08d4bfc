package io.sluice.admin;

import io.sluice.balance.Fleet;
import io.sluice.balance.Member;
import io.sluice.balance.MemberSnapshot;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * The endpoints of every backend as JSON: which of them get requests, and why the others do not.
 * Made anew for every reader.
 */
final class BackendsPage {
  private static final double NANOS_PER_MILLI = 1e6;

  private final GatewayMetrics metrics;

  BackendsPage(GatewayMetrics metrics) {
    this.metrics = metrics;
  }

  String json() {
    long nowNanos = metrics.nowNanos();
    var backends = new JsonArray();
    for (Fleet fleet : metrics.fleets()) {
      backends.add(backend(fleet, nowNanos));
    }
    return new JsonObject().put("backends", backends).encodePrettily() + "\n";
  }

  private static JsonObject backend(Fleet fleet, long nowNanos) {
    var endpoints = new JsonArray();
    int available = 0;
    for (Member member : fleet.members()) {
      MemberSnapshot now = member.snapshot(nowNanos);
      available += now.isAvailable() ? 1 : 0;
      endpoints.add(endpoint(now));
    }
    return new JsonObject()
        .put("backend", fleet.backend())
        .put("available", available)
        .put("panic", fleet.isPanicking())
        .put("endpoints", endpoints);
  }

  private static JsonObject endpoint(MemberSnapshot now) {
    var shown =
        new JsonObject()
            .put("endpoint", now.address())
            .put("state", now.state().code())
            .put("why", why(now))
            .put("inFlight", now.inFlight())
            .put("penalty", rounded(now.penalty()))
            .put("weight", rounded(now.weight()))
            .put("failuresInARow", now.failuresInARow())
            .put("ejections", now.ejections());
    if (!now.lastCheck().isEmpty()) {
      shown.put("lastCheck", now.lastCheck());
    }
    return shown;
  }

  private static String why(MemberSnapshot now) {
    return switch (now.state()) {
      case AVAILABLE -> now.weight() < 1 ? "slow start" : "";
      case UNHEALTHY -> "health checks fail: " + now.lastCheck();
      case EJECTED ->
          String.format(
              Locale.ROOT,
              "failures, the last %s; for another %.0f ms",
              now.lastFailure().code(),
              now.ejectedForNanos() / NANOS_PER_MILLI);
      case ON_TRIAL -> "failures, the last " + now.lastFailure().code() + "; waits for a success";
    };
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
