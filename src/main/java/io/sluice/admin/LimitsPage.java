package io.sluice.admin;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneSnapshot;
import io.sluice.admit.LimitMove;
import io.sluice.admit.LimitState;
import io.sluice.admit.limit.Sample;
import io.sluice.time.WallClock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The limit of every lane as JSON, and of each that moves its last moves: when, from where to
 * where, why, and the numbers of the window that caused it. Made anew for every reader.
 */
final class LimitsPage {
  private static final double NANOS_PER_MILLI = 1e6;

  private final GatewayMetrics metrics;
  private final WallClock wallClock;

  LimitsPage(GatewayMetrics metrics, WallClock wallClock) {
    this.metrics = metrics;
    this.wallClock = wallClock;
  }

  String json() {
    long nowNanos = metrics.nowNanos();
    var lanes = new JsonArray();
    for (Lane lane : metrics.lanes()) {
      lanes.add(lane(lane, nowNanos));
    }
    return new JsonObject().put("lanes", lanes).encodePrettily() + "\n";
  }

  private JsonObject lane(Lane lane, long nowNanos) {
    LaneSnapshot now = lane.snapshot(nowNanos);
    LimitState moving = now.moving();
    var shown =
        new JsonObject()
            .put("lane", lane.name())
            .put("limit", now.limit())
            .put("inFlight", now.inFlight())
            .put("mode", mode(moving))
            .put("algorithm", lane.algorithm());
    if (moving != null) {
      var moves = new JsonArray();
      lane.moves().reversed().forEach(move -> moves.add(move(move, nowNanos)));
      shown.put("value", rounded(moving.value())).put("moves", moves);
    }
    return shown;
  }

  private static String mode(@Nullable LimitState moving) {
    if (moving == null) {
      return "fixed";
    }
    return moving.enforced() ? "enforce" : "shadow";
  }

  private JsonObject move(LimitMove move, long nowNanos) {
    Sample window = move.window();
    return new JsonObject()
        .put("time", wallClock.now().minusNanos(nowNanos - move.atNanos()).toString())
        .put("from", move.from())
        .put("to", move.to())
        .put("reason", move.why().code())
        .put("windowMs", millis(window.nanos()))
        .put("samples", window.samples())
        .put("medianMs", millis(window.medianNanos()))
        .put("drops", window.drops())
        .put("perSecond", rounded(window.perSecond()))
        .put("meanInFlight", rounded(window.meanInFlight()))
        .put("peakInFlight", window.peakInFlight())
        .put("saturated", window.saturated());
  }

  private static double millis(long nanos) {
    return rounded(nanos / NANOS_PER_MILLI);
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
