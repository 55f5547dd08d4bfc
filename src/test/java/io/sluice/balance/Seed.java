package io.sluice.balance;

import java.util.SplittableRandom;

/**
 * Where a randomised test gets its seed: a new one every time, printed, or {@code -Dsluice.seed}.
 */
final class Seed {
  private Seed() {}

  static SplittableRandom printed(String test) {
    long seed = Long.getLong("sluice.seed", new SplittableRandom().nextLong());
    System.out.println(test + ": -Dsluice.seed=" + seed);
    return new SplittableRandom(seed);
  }
}
