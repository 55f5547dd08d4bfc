package io.sluice.plan;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.TierShares;
import io.sluice.exchange.Tier;
import java.util.List;

/**
 * What one tier has of a lane's limit, as the lane itself counts it ({@link TierShares}).
 *
 * @param tier whose
 * @param reserve permits kept for it against lower tiers
 * @param alone permits it can use when nobody else is there
 * @param shedFrom permits in use, by whomever, from which on it is refused whole: P2's gate; the
 *     whole limit for the others
 * @param guaranteed requests a second that its reserve can finish: reserve / how long a permit is
 *     held. A lane that works at its capacity C holds each of its L permits for L / C (Little)
 */
public record TierForecast(Tier tier, int reserve, int alone, int shedFrom, double guaranteed) {
  /**
   * All three, the most important first.
   *
   * @param capacity C, requests a second
   */
  public static List<TierForecast> of(LaneOptions lane, double capacity) {
    var shares = new TierShares(lane.firstLimit(), lane.tiers());
    double perPermit = capacity / lane.firstLimit();
    int limit = lane.firstLimit();
    int gate = shares.gate();
    return List.of(
        new TierForecast(Tier.P0, shares.reserveP0(), limit, limit, shares.reserveP0() * perPermit),
        new TierForecast(
            Tier.P1,
            shares.reserveP1(),
            shares.heaviest(Tier.P1),
            limit,
            shares.reserveP1() * perPermit),
        new TierForecast(Tier.P2, 0, Math.min(gate, shares.heaviest(Tier.P2)), gate, 0));
  }
}
