package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Tier;
import io.sluice.options.Share;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierSharesTest {
  private static final int LARGEST = 32;
  private static final int[] LENDS = {0, 30, 100};
  private static final int[] WEIGHTS = {1, 2, 5};

  @Test
  void fits_isTheSpecifiedRule_forEveryInFlightTripleUpToLimit32() {
    for (NaiveShares naive : everyConfiguration()) {
      var shares = new TierShares(naive.limit(), naive.tiers());
      assertThat(shares.reserveP0()).as("%s", naive).isEqualTo(naive.r0());
      assertThat(shares.gate()).as("%s", naive).isEqualTo(naive.gate());
      forEveryTriple(
          LARGEST,
          (p0, p1, p2) -> {
            for (Tier tier : Tier.values()) {
              for (int weight : WEIGHTS) {
                if (shares.fits(tier, weight, p0, p1, p2)
                    != naive.enters(tier, weight, p0, p1, p2)) {
                  throw new AssertionError(
                      "%s weight %d beside %d/%d/%d: %s"
                          .formatted(tier, weight, p0, p1, p2, naive));
                }
              }
            }
          });
    }
  }

  @Test
  void nobodyEnters_beyondTheLimitOrAHigherTiersHardReserve() {
    for (NaiveShares naive : everyConfiguration()) {
      int l = naive.limit();
      var shares = new TierShares(l, naive.tiers());
      forEveryTriple(
          LARGEST,
          (p0, p1, p2) -> {
            for (Tier tier : Tier.values()) {
              for (int weight : WEIGHTS) {
                if (!shares.fits(tier, weight, p0, p1, p2)) {
                  continue;
                }
                boolean hardP0 = naive.lendP0() == 0;
                boolean hardBoth = hardP0 && naive.lendP1() == 0;
                boolean holds =
                    p0 + p1 + p2 + weight <= l
                        && (tier == Tier.P0 || !hardP0 || p1 + p2 + weight <= l - naive.r0())
                        && (tier != Tier.P2
                            || !hardBoth
                            || p2 + weight <= l - naive.r0() - naive.r1())
                        && (tier != Tier.P2 || p0 + p1 + p2 < naive.gate());
                if (!holds) {
                  throw new AssertionError(
                      "%s weight %d entered beside %d/%d/%d: %s"
                          .formatted(tier, weight, p0, p1, p2, naive));
                }
              }
            }
          });
    }
  }

  @Test
  void p0Enters_wheneverAPermitIsFree() {
    for (NaiveShares naive : everyConfiguration()) {
      var shares = new TierShares(naive.limit(), naive.tiers());
      forEveryTriple(
          naive.limit(),
          (p0, p1, p2) -> {
            if (shares.fits(Tier.P0, 1, p0, p1, p2) != p0 + p1 + p2 < naive.limit()) {
              throw new AssertionError("beside %d/%d/%d: %s".formatted(p0, p1, p2, naive));
            }
          });
    }
  }

  @Test
  void idleLane_admitsAnyTier_fromLimit4On() {
    for (int limit = 4; limit <= 1000; limit++) {
      var shares = new TierShares(limit, LaneOptions.Tiers.DEFAULT);
      for (Tier tier : Tier.values()) {
        assertThat(shares.fits(tier, 1, 0, 0, 0)).as("%s of %d", tier, limit).isTrue();
        assertThat(shares.heaviest(tier)).as("%s of %d", tier, limit).isPositive();
      }
    }
  }

  @Test
  void heaviest_isExactlyWhatAnIdleLaneTakes() {
    for (NaiveShares naive : everyConfiguration()) {
      var shares = new TierShares(naive.limit(), naive.tiers());
      for (Tier tier : Tier.values()) {
        int heaviest = 0;
        while (naive.enters(tier, heaviest + 1, 0, 0, 0)) {
          heaviest++;
        }
        assertThat(shares.heaviest(tier)).as("%s in %s", tier, naive).isEqualTo(heaviest);
      }
    }
  }

  @Test
  void ceilings_areNotMovedByBinaryFractions() {
    // 0.07 · 100 is 7.000000000000001 in binary: a careless ceiling makes it 8.
    var p0 = new TierOptions(new Share(0.07), Share.NONE, TierOptions.P0.maxWait(), Share.ALL);
    var tiers = new LaneOptions.Tiers(p0, TierOptions.P1, TierOptions.P2);
    assertThat(new TierShares(100, tiers).reserveP0()).isEqualTo(7);
  }

  private static List<NaiveShares> everyConfiguration() {
    var all = new ArrayList<NaiveShares>();
    for (int limit = 4; limit <= LARGEST; limit++) {
      for (int lendP0 : LENDS) {
        for (int lendP1 : LENDS) {
          all.add(new NaiveShares(limit, 50, 30, lendP0, lendP1, 80));
        }
      }
      all.add(new NaiveShares(limit, 33, 17, 30, 0, 55));
      all.add(new NaiveShares(limit, 0, 0, 0, 0, 100));
    }
    return all;
  }

  private interface TripleConsumer {
    void accept(int p0, int p1, int p2);
  }

  private static void forEveryTriple(int largest, TripleConsumer check) {
    for (int p0 = 0; p0 <= largest; p0++) {
      for (int p1 = 0; p0 + p1 <= largest; p1++) {
        for (int p2 = 0; p0 + p1 + p2 <= largest; p2++) {
          check.accept(p0, p1, p2);
        }
      }
    }
  }
}
