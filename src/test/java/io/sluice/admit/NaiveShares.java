package io.sluice.admit;

import io.sluice.exchange.Tier;
import io.sluice.options.Share;

/**
 * The tiers' integer rules written down a second time, slowly: every ceiling and floor is found by
 * counting, so that it shares no arithmetic with {@link TierShares}.
 *
 * @param limit l
 * @param reserveP0 percent
 * @param reserveP1 percent
 * @param lendP0 percent
 * @param lendP1 percent
 * @param shedAbove percent
 */
record NaiveShares(int limit, int reserveP0, int reserveP1, int lendP0, int lendP1, int shedAbove) {

  NaiveShares withLimit(int newLimit) {
    return new NaiveShares(newLimit, reserveP0, reserveP1, lendP0, lendP1, shedAbove);
  }

  /** Smallest r with r ≥ reserve(P0) · l. */
  int r0() {
    int r = 0;
    while (r * 100 < reserveP0 * limit) {
      r++;
    }
    return r;
  }

  /** Largest r with r ≤ reserve(P1) · l. */
  int r1() {
    int r = 0;
    while ((r + 1) * 100 <= reserveP1 * limit) {
      r++;
    }
    return r;
  }

  /** Smallest g with g ≥ shedAbove · l. */
  int gate() {
    int g = 0;
    while (g * 100 < shedAbove * limit) {
      g++;
    }
    return g;
  }

  int u0(int inFlightP0) {
    return kept(lendP0, r0() - inFlightP0);
  }

  int u1(int inFlightP1) {
    return kept(lendP1, r1() - inFlightP1);
  }

  /** Smallest u with u ≥ (1 − lend) · max(0, unused). */
  private static int kept(int lend, int unused) {
    int u = 0;
    while (u * 100 < (100 - lend) * unused) {
      u++;
    }
    return u;
  }

  boolean enters(Tier tier, int weight, int p0, int p1, int p2) {
    int inFlight = p0 + p1 + p2;
    return switch (tier) {
      case P0 -> inFlight + weight <= limit;
      case P1 -> inFlight + weight + u0(p0) <= limit;
      case P2 -> inFlight + weight + u0(p0) + u1(p1) <= limit && inFlight < gate();
    };
  }

  LaneOptions.Tiers tiers() {
    return new LaneOptions.Tiers(
        withShares(TierOptions.P0, reserveP0, lendP0, 100),
        withShares(TierOptions.P1, reserveP1, lendP1, 100),
        withShares(TierOptions.P2, 0, 0, shedAbove));
  }

  private static TierOptions withShares(TierOptions tier, int reserve, int lend, int shedAbove) {
    return new TierOptions(
        Share.parse(reserve + "%"),
        Share.parse(lend + "%"),
        tier.maxWait(),
        Share.parse(shedAbove + "%"));
  }
}
