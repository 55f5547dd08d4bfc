package io.sluice.admit;

import io.sluice.exchange.Tier;
import io.sluice.options.Share;

/**
 * What each tier may use of a limit, in integers. Immutable; rebuilt whenever the limit moves.
 *
 * <p>With {@code l = ⌊L⌋}: {@code r0 = ⌈reserve(P0)·l⌉}, {@code r1 = ⌊reserve(P1)·l⌋}, {@code gate
 * = ⌈shedAbove(P2)·l⌉}. Of tier t's reserve, {@code u(t) = ⌈(1 − lend(t))·max(0, r(t) −
 * inflight(t))⌉} is kept free against lower tiers. Shares are counted in hundred-thousandths, so
 * that no rounding of binary fractions moves a ceiling.
 */
public final class TierShares {
  private static final long WHOLE = 100_000;

  private final int limit;
  private final int reserveP0;
  private final int reserveP1;
  private final int gate;
  private final long keptP0;
  private final long keptP1;
  private final int[] heaviest;

  /**
   * @param limit ⌊L⌋, ≥ 1
   */
  public TierShares(int limit, LaneOptions.Tiers tiers) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit " + limit);
    }
    this.limit = limit;
    this.reserveP0 = (int) Math.ceilDiv(parts(tiers.p0().reserve()) * limit, WHOLE);
    this.reserveP1 = (int) (parts(tiers.p1().reserve()) * limit / WHOLE);
    this.gate = (int) Math.ceilDiv(parts(tiers.p2().shedAbove()) * limit, WHOLE);
    this.keptP0 = WHOLE - parts(tiers.p0().lend());
    this.keptP1 = WHOLE - parts(tiers.p1().lend());
    int withoutP0 = Math.max(0, limit - keptForP0(0));
    int withoutBoth = gate == 0 ? 0 : Math.max(0, withoutP0 - keptForP1(0));
    this.heaviest = new int[] {limit, withoutP0, withoutBoth};
  }

  /** Whether a request of this weight may enter beside what is in flight; waiters aside. */
  public boolean fits(Tier tier, int weight, int inFlightP0, int inFlightP1, int inFlightP2) {
    int wanted = inFlightP0 + inFlightP1 + inFlightP2 + weight;
    return switch (tier) {
      case P0 -> wanted <= limit;
      case P1 -> wanted + keptForP0(inFlightP0) <= limit;
      case P2 ->
          wanted + keptForP0(inFlightP0) + keptForP1(inFlightP1) <= limit && wanted - weight < gate;
    };
  }

  /** The heaviest request of this tier that an idle lane takes; 0 if none. */
  public int heaviest(Tier tier) {
    return heaviest[tier.rank()];
  }

  /** Permits of P0's reserve kept free against lower tiers. */
  int keptForP0(int inFlightP0) {
    return kept(keptP0, reserveP0 - inFlightP0);
  }

  /** Permits of P1's reserve kept free against P2. */
  int keptForP1(int inFlightP1) {
    return kept(keptP1, reserveP1 - inFlightP1);
  }

  private static int kept(long share, int unused) {
    if (unused <= 0 || share == 0) {
      return 0;
    }
    return share == WHOLE ? unused : (int) Math.ceilDiv(share * unused, WHOLE);
  }

  private static long parts(Share share) {
    return Math.round(share.fraction() * WHOLE);
  }

  public int limit() {
    return limit;
  }

  public int reserveP0() {
    return reserveP0;
  }

  public int reserveP1() {
    return reserveP1;
  }

  /** In-flight count from which on P2 is shed whole. */
  public int gate() {
    return gate;
  }
}
