package io.sluice.admit;

import io.sluice.exchange.Tier;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The road not taken: all tiers' weight in flight in one word, moved by compare-and-set. It knows
 * the shares and nothing else — no waiters, no hand-off, no meters, no leak report — and so shows
 * what a lane's lock costs at most.
 */
final class PackedWordAdmission {
  private static final int BITS = 20;
  private static final long MASK = (1L << BITS) - 1;

  private final AtomicLong word = new AtomicLong();
  private final TierShares shares;

  /** A permit of it; ends once. */
  static final class PackedPermit {
    private final long packed;
    private boolean ended;

    private PackedPermit(long packed) {
      this.packed = packed;
    }
  }

  PackedWordAdmission(int limit, LaneOptions.Tiers tiers) {
    shares = new TierShares(limit, tiers);
  }

  @Nullable PackedPermit offer(Tier tier, int weight) {
    long packed = (long) weight << (BITS * tier.rank());
    long seen = word.get();
    while (shares.fits(tier, weight, inFlight(seen, 0), inFlight(seen, 1), inFlight(seen, 2))) {
      long witness = word.compareAndExchange(seen, seen + packed);
      if (witness == seen) {
        return new PackedPermit(packed);
      }
      seen = witness;
    }
    return null;
  }

  void end(PackedPermit permit) {
    if (!permit.ended) {
      permit.ended = true;
      word.addAndGet(-permit.packed);
    }
  }

  private static int inFlight(long word, int rank) {
    return (int) ((word >>> (BITS * rank)) & MASK);
  }
}
