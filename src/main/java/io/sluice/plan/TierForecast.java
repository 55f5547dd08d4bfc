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
 * @param guaranteed requests a second that its reserve can finish: reserve / how long a permit is
 *     held. A lane that works at its capacity C holds each of its L permits for L / C (Little)
 */
public record TierForecast(Tier tier, int reserve, int alone, double guaranteed) {
  /**
   * All three, the most important first.
   *
   * @param capacity C, requests a second
   */
  public static List<TierForecast> of(LaneOptions lane, double capacity) {
    var shares = new TierShares(lane.limit(), lane.tiers());
    double perPermit = capacity / lane.limit();
    return List.of(
        new TierForecast(Tier.P0, shares.reserveP0(), lane.limit(), shares.reserveP0() * perPermit),
        new TierForecast(
            Tier.P1, shares.reserveP1(), shares.heaviest(Tier.P1), shares.reserveP1() * perPermit),
        new TierForecast(Tier.P2, 0, Math.min(shares.gate(), shares.heaviest(Tier.P2)), 0));
  }
}
