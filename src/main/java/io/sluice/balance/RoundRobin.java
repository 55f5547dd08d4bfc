package io.sluice.balance;

/** One after the other; one that has just come is passed over now and then. */
final class RoundRobin implements Balancer {
  private int next;

  @Override
  public int choose(
      Member[] members, int[] among, int count, long key, double draw, long nowNanos) {
    int start = 0;
    while (start < count && among[start] < next) {
      start++;
    }
    int at = start == count ? 0 : start;
    if (count > 1 && draw >= members[among[at]].weight(nowNanos)) {
      at = at + 1 == count ? 0 : at + 1;
    }
    next = among[at] + 1;
    return among[at];
  }
}
