package io.sluice.balance;

/** A choice among endpoints that may all be called. One thread only; it may remember its last. */
interface Balancer {
  /**
   * Chooses.
   *
   * @param among positions in {@code members}; in rising order, unless it {@link #goesByKey}
   * @param count how many of them; at least one
   * @param key what stays together
   * @param draw from [0, 1)
   * @return one of the positions
   */
  int choose(Member[] members, int[] among, int count, long key, double draw, long nowNanos);

  /** Whether the key alone decides, as long as nobody is overloaded. */
  default boolean goesByKey() {
    return false;
  }

  static Balancer of(Strategy strategy) {
    return switch (strategy) {
      case P2C -> new TwoChoices();
      case ROUND_ROBIN -> new RoundRobin();
      case CONSISTENT_HASH -> new BoundedHash();
    };
  }
}
