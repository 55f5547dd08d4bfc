package io.sluice.time;

import java.util.concurrent.ThreadLocalRandom;

/** A source of draws, handed to whoever spreads things, so that tests can choose them. */
@FunctionalInterface
public interface Randomness {
  /** The machine's, good enough for jitter; not for secrets. Any thread. */
  Randomness SYSTEM = () -> ThreadLocalRandom.current().nextDouble();

  /** A uniform draw from [0, 1). */
  double draw();
}
