package io.sluice.time;

import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** A source of draws, handed to whoever spreads things, so that tests can choose them. */
@FunctionalInterface
public interface Randomness {
  /** The machine's, good enough for jitter; not for secrets. Any thread. */
  Randomness SYSTEM = () -> ThreadLocalRandom.current().nextDouble();

  /** A new generator, seeded by the machine; any thread. */
  static RandomGenerator generator() {
    return new Random();
  }

  /** A uniform draw from [0, 1). */
  double draw();
}
