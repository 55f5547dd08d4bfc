package io.sluice.plan;

import io.sluice.exchange.Tier;
import io.sluice.simulate.AmplificationModel.Verdict;

/**
 * What becomes of one route's requests.
 *
 * @param route its name
 * @param tier its tier
 * @param rate requests a second
 * @param left what its lane could finish of its tier's requests a second, when higher tiers have
 *     what they ask for
 * @param refused share of its attempts that are refused
 * @param amplification attempts per request; infinite if nothing bounds them
 * @param attempts a second
 * @param verdict of its tier
 * @param waitMillis for its turn, among the waiters and in the backlog, on average
 */
public record RouteForecast(
    String route,
    Tier tier,
    double rate,
    double left,
    double refused,
    double amplification,
    double attempts,
    Verdict verdict,
    double waitMillis) {}
