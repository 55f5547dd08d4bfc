package io.sluice.plan;

import io.sluice.admit.LaneOptions;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.exchange.Tier;
import io.sluice.simulate.AmplificationModel.Round;
import io.sluice.simulate.AmplificationModel.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of one lane's load, tier by tier.
 *
 * <p>Higher tiers take what they ask for first; what of the servers is left is the next one's
 * capacity. Averages only: that hard reserves idle some of it, and that bursts wait, is not in
 * here.
 *
 * @param lane its name
 * @param servers what works at the same time: its workers, or its permits where it only proxies
 * @param limit its permits; of an adaptive lane those it begins with
 * @param adaptive whether they will follow the backend, which no forecast knows
 * @param capacity requests a second, in the proportions of this load
 * @param rate requests a second
 * @param utilisation share of the servers' time that is asked for; above 1 it does not fit
 * @param verdict of the lane as a whole
 * @param fullWaitMillis what the last of its waiters would wait: waiters / capacity
 * @param tiers their shares
 * @param routes one for each
 */
public record LaneForecast(
    String lane,
    int servers,
    int limit,
    boolean adaptive,
    double capacity,
    double rate,
    double utilisation,
    Verdict verdict,
    double fullWaitMillis,
    List<TierForecast> tiers,
    List<RouteForecast> routes) {
  private static final double MILLIS = 1000;

  /** The forecast of one lane; it must have at least one route. */
  public static LaneForecast of(
      String name, LaneOptions lane, List<RouteLoad> loads, ClientRetries retries) {
    return new Making(lane, loads, retries).lane(name);
  }

  /** What of its capacity these loads have, if they are given their share of what it is asked. */
  public double capacityOf(List<RouteLoad> some) {
    double here = some.stream().filter(load -> isHere(load)).mapToDouble(RouteLoad::rate).sum();
    return rate == 0 ? 0 : capacity * here / rate;
  }

  private boolean isHere(RouteLoad load) {
    return load.route().lane().equals(lane);
  }

  /** The arithmetic between the load and its forecast. */
  private static final class Making {
    private final LaneOptions lane;
    private final List<RouteLoad> loads;
    private final ClientRetries retries;
    private final int servers;
    private final double rate;
    private final double meanMillis;
    private final double capacity;

    Making(LaneOptions lane, List<RouteLoad> loads, ClientRetries retries) {
      this.lane = lane;
      this.loads = loads;
      this.retries = retries;
      servers =
          lane.workers() > 0 ? Math.min(lane.workers(), lane.firstLimit()) : lane.firstLimit();
      rate = sum(loads);
      meanMillis = meanMillis(loads);
      capacity = servers * MILLIS / meanMillis;
    }

    LaneForecast lane(String name) {
      var routes = new ArrayList<RouteForecast>();
      for (Tier tier : Tier.values()) {
        forecast(tier, routes);
      }
      return new LaneForecast(
          name,
          servers,
          lane.firstLimit(),
          lane.limit().isAdaptive(),
          capacity,
          rate,
          busy(loads) / servers,
          rate == 0 ? Verdict.STABLE : retries.model(capacity, rate).verdict(),
          lane.waiters() * MILLIS / capacity,
          TierForecast.of(lane, capacity),
          routes);
    }

    private void forecast(Tier tier, List<RouteForecast> into) {
      List<RouteLoad> mine = upTo(tier, tier);
      if (mine.isEmpty()) {
        return;
      }
      double free = Math.max(0, servers - busy(upTo(Tier.P0, tier)) + busy(mine));
      double left = free * MILLIS / meanMillis(mine);
      for (RouteLoad load : mine) {
        ClientRetries repeated =
            load.route().overflow() == Overflow.ABORT ? retries : ClientRetries.NONE;
        double tierRate = sum(mine);
        Round round = new Round(0, 1, 0);
        Verdict verdict = Verdict.STABLE;
        if (tierRate > 0) {
          var model = repeated.model(left, tierRate);
          round = model.fixedPoint();
          verdict = model.verdict();
        }
        into.add(
            new RouteForecast(
                load.route().name(),
                tier,
                load.rate(),
                left,
                round.refused(),
                round.amplification(),
                load.rate() == 0 ? 0 : load.rate() * round.amplification(),
                verdict,
                waitMillis(load.route())));
      }
    }

    /**
     * Cobham's mean wait under priorities (1954): W = W0/((1 − σ of the higher tiers)·(1 − σ with
     * its own)), W0 = share of time in which no server is free / capacity; never more than the
     * bound of the wait and the longest backlog.
     */
    private double waitMillis(RouteOptions route) {
      Tier tier = route.effectiveTier();
      double backlogMillis = (lane.firstLimit() - servers) * MILLIS / capacity;
      double boundMillis = route.effectiveWait(tierWait(tier)).toNanos() / 1e6 + backlogMillis;
      double own = busy(upTo(Tier.P0, tier)) / servers;
      if (own >= 1) {
        return boundMillis;
      }
      double higher = own - busy(upTo(tier, tier)) / servers;
      int queue = lane.firstLimit() - servers + lane.waiters();
      double allBusy = QueueForecast.of(servers, meanMillis, queue, rate).allBusy();
      return Math.min(boundMillis, allBusy * MILLIS / capacity / ((1 - higher) * (1 - own)));
    }

    private Duration tierWait(Tier tier) {
      return switch (tier) {
        case P0 -> lane.tiers().p0().maxWait();
        case P1 -> lane.tiers().p1().maxWait();
        case P2 -> lane.tiers().p2().maxWait();
      };
    }

    private List<RouteLoad> upTo(Tier from, Tier to) {
      return loads.stream()
          .filter(load -> load.route().effectiveTier().rank() >= from.rank())
          .filter(load -> load.route().effectiveTier().rank() <= to.rank())
          .toList();
    }

    private static double sum(List<RouteLoad> some) {
      return some.stream().mapToDouble(RouteLoad::rate).sum();
    }

    /** Servers that this load keeps at work. */
    private double busy(List<RouteLoad> some) {
      return some.stream().mapToDouble(load -> load.rate() * heldMillis(load) / MILLIS).sum();
    }

    /** Of the servers' time; without any load, of the routes as they stand. */
    private double meanMillis(List<RouteLoad> some) {
      double total = sum(some);
      return total > 0
          ? busy(some) * MILLIS / total
          : some.stream().mapToDouble(this::heldMillis).average().orElseThrow();
    }

    /** A heavy request holds many permits, but only one worker. */
    private double heldMillis(RouteLoad load) {
      return load.serviceMillis() * (lane.workers() > 0 ? 1 : load.route().weight());
    }
  }
}
