package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which refusals have a line of their own, so that a storm does not become one of lines. Half of a
 * second's lines go to who comes first, which is all there are while little is refused; the other
 * half is spread over the second. Each line says how many refusals of its route, tier and reason it
 * stands for, and what no line stands for is told at the second's end: in every second these
 * numbers add up to the true count. Any thread.
 */
final class ShedSampler {
  static final long SECOND_NANOS = 1_000_000_000;

  /** Seconds' ends that nobody has asked for; beyond, counts run on into the next second. */
  static final int MOST_UNTOLD = 10_000;

  private final int mostLines;
  private final Map<String, RouteSheds> routes = new HashMap<>();
  private List<LeftOut> untold = new ArrayList<>();
  private long sinceNanos;
  private int lines;
  private long leftOut;

  /** What one route has refused since its last lines. */
  private static final class RouteSheds {
    private final String lane;
    private final Map<Tier, Map<Reason, Count>> counts = new EnumMap<>(Tier.class);

    RouteSheds(String lane) {
      this.lane = lane;
    }

    Count of(Tier tier, Reason reason) {
      Map<Reason, Count> ofTier = counts.get(tier);
      if (ofTier == null) {
        ofTier = new EnumMap<>(Reason.class);
        counts.put(tier, ofTier);
      }
      Count count = ofTier.get(reason);
      if (count == null) {
        count = new Count();
        ofTier.put(reason, count);
      }
      return count;
    }
  }

  private static final class Count {
    private int skipped;

    int take() {
      int taken = skipped;
      skipped = 0;
      return taken;
    }
  }

  /**
   * @param mostLines in a second; 0 for none
   */
  ShedSampler(int mostLines, long nowNanos) {
    this.mostLines = mostLines;
    this.sinceNanos = nowNanos;
  }

  /** How many refusals a line for this one stands for, itself included; 0 if it has none. */
  synchronized int offer(Exchange exchange, Reason reason, long nowNanos) {
    turn(nowNanos);
    RouteSheds sheds = routes.get(exchange.route());
    if (sheds == null) {
      sheds = new RouteSheds(exchange.lane());
      routes.put(exchange.route(), sheds);
    }
    Count count = sheds.of(exchange.tier(), reason);
    if (!hasLine(nowNanos)) {
      count.skipped++;
      leftOut++;
      return 0;
    }
    lines++;
    return 1 + count.take();
  }

  // lines < mostLines · (1 + elapsed) / 2
  private boolean hasLine(long nowNanos) {
    long elapsedNanos = Math.max(0, nowNanos - sinceNanos);
    return 2L * lines * SECOND_NANOS < mostLines * (SECOND_NANOS + elapsedNanos);
  }

  private void turn(long nowNanos) {
    long elapsedNanos = nowNanos - sinceNanos;
    if (elapsedNanos < SECOND_NANOS) {
      return;
    }
    if (untold.size() < MOST_UNTOLD) {
      routes.forEach(this::tell);
    }
    sinceNanos += elapsedNanos / SECOND_NANOS * SECOND_NANOS;
    lines = 0;
  }

  private void tell(String route, RouteSheds sheds) {
    long untilNanos = sinceNanos + SECOND_NANOS;
    sheds.counts.forEach(
        (tier, reasons) ->
            reasons.forEach(
                (reason, count) -> {
                  if (count.skipped > 0) {
                    untold.add(
                        new LeftOut(route, sheds.lane, tier, reason, count.take(), untilNanos));
                  }
                }));
  }

  /** What no line of the seconds that are over stands for; each is told once. */
  synchronized List<LeftOut> over(long nowNanos) {
    turn(nowNanos);
    if (untold.isEmpty()) {
      return List.of();
    }
    List<LeftOut> told = untold;
    untold = new ArrayList<>();
    return told;
  }

  /** Refusals without a line of their own, since the start. */
  synchronized long leftOut() {
    return leftOut;
  }
}
