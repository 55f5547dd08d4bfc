package io.sluice.admin;

import io.sluice.breaker.BreakerSnapshot;
import io.sluice.breaker.CallCounts;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Transition.Why;
import io.sluice.time.WallClock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The breakers of all backends that have one, and an operator's word to one of them. */
final class BreakersPage {
  private static final String OPEN = "open";
  private static final String CLOSE = "close";
  private static final String AUTO = "auto";
  private static final Set<String> WORDS = Set.of(OPEN, CLOSE, AUTO);
  private static final double NANOS_PER_MILLI = 1e6;

  private final GatewayMetrics metrics;
  private final WallClock wallClock;

  BreakersPage(GatewayMetrics metrics, WallClock wallClock) {
    this.metrics = metrics;
    this.wallClock = wallClock;
  }

  String json() {
    long nowNanos = metrics.nowNanos();
    var all = new JsonArray();
    metrics.breakers().forEach(breaker -> all.add(breaker(breaker, nowNanos)));
    return new JsonObject().put("breakers", all).encodePrettily() + "\n";
  }

  /** Whether this is something that can be said: {@code BACKEND/open}, close or auto. */
  static boolean isCommand(String command) {
    return WORDS.contains(command.substring(command.lastIndexOf('/') + 1));
  }

  /**
   * Does what an operator says.
   *
   * @param command as {@link #isCommand} has it
   * @return what the breaker looks like then; null if no backend of that name has one
   */
  @Nullable String obey(String command) {
    int slash = Math.max(0, command.lastIndexOf('/'));
    String backend = command.substring(0, slash);
    long nowNanos = metrics.nowNanos();
    for (CircuitBreaker breaker : metrics.breakers()) {
      if (breaker.backend().equals(backend)) {
        obey(breaker, command.substring(slash + 1), nowNanos);
        return breaker(breaker, nowNanos).encodePrettily() + "\n";
      }
    }
    return null;
  }

  private static void obey(CircuitBreaker breaker, String word, long nowNanos) {
    switch (word) {
      case OPEN -> breaker.forceOpen(nowNanos);
      case CLOSE -> breaker.forceClose(nowNanos);
      case AUTO -> breaker.release(nowNanos);
      default -> throw new IllegalArgumentException(word);
    }
  }

  private JsonObject breaker(CircuitBreaker breaker, long nowNanos) {
    BreakerSnapshot now = breaker.snapshot(nowNanos);
    CallCounts counts = now.counts();
    var transitions = new JsonObject();
    Map<Why, Long> inOrder = new EnumMap<>(now.transitions());
    inOrder.forEach((why, count) -> transitions.put(why.code(), count));
    return new JsonObject()
        .put("backend", now.backend())
        .put("state", now.state().code())
        .put("since", wallClock.now().minusNanos(nowNanos - now.sinceNanos()).toString())
        .put("openForMs", now.openForNanos() / NANOS_PER_MILLI)
        .put("probing", now.probing())
        .put("failuresInARow", counts.inARow())
        .put(
            "window",
            new JsonObject()
                .put("calls", counts.calls())
                .put("failed", counts.failed())
                .put("slow", counts.slow()))
        .put("refused", now.refused())
        .put("probes", now.probes())
        .put("transitions", transitions);
  }
}
