package io.sluice.balance;

/**
 * The less loaded of two drawn at random (Mitzenmacher's power of two choices): nearly as good as
 * asking all of them, and no two gateways agree on whom to flood. Load is what is in flight and
 * what is left of failures; latency is not asked, so that a host cannot be starved for a slow
 * moment that nobody would measure again.
 */
final class TwoChoices implements Balancer {
  @Override
  public int choose(
      Member[] members, int[] among, int count, long key, double draw, long nowNanos) {
    if (count == 1) {
      return among[0];
    }
    // One draw is good for both: its integer part for the first, what is left for the second.
    double scaled = draw * count;
    int first = Math.min((int) scaled, count - 1);
    scaled = (scaled - first) * (count - 1);
    int second = Math.min((int) scaled, count - 2);
    double rest = scaled - second;
    if (second >= first) {
      second++;
    }
    int one = among[first];
    int other = among[second];
    boolean firstIsBetter = members[one].load(nowNanos) <= members[other].load(nowNanos);
    int better = firstIsBetter ? one : other;
    int worse = firstIsBetter ? other : one;
    double weight = members[better].weight(nowNanos);
    // The better one may have just come, and be idle for that alone.
    return weight < 1 && rest * members[worse].weight(nowNanos) >= weight ? worse : better;
  }
}
