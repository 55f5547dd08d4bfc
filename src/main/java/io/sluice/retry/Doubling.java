package io.sluice.retry;

/** Steps that double from a first one up to a cap. */
public final class Doubling {
  private Doubling() {}

  /**
   * min(max, first · 2^times), without overflow.
   *
   * @param first ≥ 1
   * @param max ≥ 1
   */
  public static long step(long first, long max, int times) {
    // 2^30 of the smallest unit of a pause is more than any cap of one that ends.
    long factor = 1L << Math.clamp(times, 0, 30);
    return first > max / factor ? max : first * factor;
  }
}
