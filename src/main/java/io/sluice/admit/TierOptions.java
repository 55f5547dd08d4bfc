package io.sluice.admit;

import io.sluice.options.Key;
import io.sluice.options.Share;
import java.time.Duration;

/**
 * How one tier shares a lane. Tiers rank P0, P1, P2: a guarantee holds against lower tiers only.
 *
 * @param reserve share of the limit kept for this tier against lower ones
 * @param lend how much of the unused reserve lower tiers may borrow
 * @param maxWait longest wait for a permit; zero refuses at once; P2 never waits
 * @param shedAbove P2 is refused from this utilisation of the limit on; 100 % for the others
 */
public record TierOptions(
    @Key(
            value =
                "Share of the limit kept for this tier against lower ones; if left out 50% for P0,"
                    + " 30% for P1, 0% for P2.",
            optional = true)
        Share reserve,
    @Key(
            value =
                "How much of the unused reserve lower tiers may borrow; a lent permit comes back when"
                    + " its request ends.",
            byDefault = "0%")
        Share lend,
    @Key(
            name = "wait",
            value =
                "Longest wait for a permit; 0ms refuses at once. If left out 100ms for P0, 50ms for"
                    + " P1; P2 never waits.",
            optional = true,
            min = "0ms",
            max = "60s")
        Duration maxWait,
    @Key(
            value =
                "From this utilisation of the limit on all of P2 is shed; if left out 80%. P0 and P1"
                    + " have no such mark.",
            optional = true)
        Share shedAbove) {

  /** Core writes: half the limit reserved, a wait of up to 100 ms. */
  public static final TierOptions P0 =
      new TierOptions(new Share(0.5), Share.NONE, Duration.ofMillis(100), Share.ALL);

  /** Catalogue and sign-in: 30 % guaranteed, a wait of up to 50 ms. */
  public static final TierOptions P1 =
      new TierOptions(new Share(0.3), Share.NONE, Duration.ofMillis(50), Share.ALL);

  /** Elastic: what is left, instantly refused, shed whole from 80 % utilisation on. */
  public static final TierOptions P2 =
      new TierOptions(Share.NONE, Share.NONE, Duration.ZERO, new Share(0.8));
}
