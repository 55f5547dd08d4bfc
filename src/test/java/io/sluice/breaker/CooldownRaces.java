package io.sluice.breaker;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/** The end of a cooldown: everybody would like to be the probe, and nobody comes back. */
public class CooldownRaces {
  private static final long OVER = 200 * Rig.MILLI;

  private final CircuitBreaker breaker =
      new CircuitBreaker("b", Rig.options(1, 200, 100), BreakerListener.NONE, 0);
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicInteger callers = new AtomicInteger();

  public CooldownRaces() {
    breaker.end((Passage) breaker.enter(0), CallResult.FAILURE, 0, 0);
  }

  @Operation
  public boolean enter() {
    callers.incrementAndGet();
    boolean passed = breaker.enter(OVER) instanceof Passage;
    if (passed) {
      probes.incrementAndGet();
    }
    return passed;
  }

  @Validate
  public void exactlyOneProbes() {
    if (probes.get() != Math.min(1, callers.get())) {
      throw new IllegalStateException(probes + " probes of " + callers + " callers");
    }
  }
}
