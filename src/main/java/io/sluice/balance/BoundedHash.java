package io.sluice.balance;

/**
 * Rendezvous hashing with bounded loads: every endpoint ranks differently for every key, and the
 * first in rank that is not overloaded is taken. When one leaves, only its own keys move. A key
 * that everybody wants spreads over the next in rank instead of drowning the first.
 */
final class BoundedHash implements Balancer {
  /** Times the mean load that one may have. */
  private static final double BOUND = 1.25;

  /** In flight below this nobody is overloaded: with little going on, every call would be. */
  private static final int NEVER_TOO_MUCH = 8;

  @Override
  public boolean goesByKey() {
    return true;
  }

  @Override
  public int choose(
      Member[] members, int[] among, int count, long key, double draw, long nowNanos) {
    double total = 1;
    for (int i = 0; i < count; i++) {
      total += members[among[i]].load(nowNanos);
    }
    double bound = Math.max(NEVER_TOO_MUCH, Math.ceil(BOUND * total / count));
    int best = -1;
    long rank = 0;
    int fallback = -1;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      Member member = members[among[i]];
      double load = member.load(nowNanos);
      long own = Hashes.mix(member.hash() ^ key);
      if (load + 1 <= bound && (best < 0 || Long.compareUnsigned(own, rank) > 0)) {
        best = among[i];
        rank = own;
      }
      if (load < least) {
        least = load;
        fallback = among[i];
      }
    }
    return best < 0 ? fallback : best;
  }
}
