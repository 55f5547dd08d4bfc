package io.sluice.breaker;

import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/**
 * A closed breaker that two failures open: calls that were begun end, others would like to begin,
 * before and after the cooldown, and an operator has a word.
 */
public class BreakerRaces {
  private static final long LATER = 200 * Rig.MILLI;

  private final CircuitBreaker breaker =
      new CircuitBreaker("b", Rig.options(2, 200, 100), BreakerListener.NONE, 0);
  private final List<Passage> begun = List.of(begin(), begin(), begin());

  private Passage begin() {
    return (Passage) breaker.enter(0);
  }

  @Operation(runOnce = true)
  public void failFirst() {
    breaker.end(begun.get(0), CallResult.FAILURE, 0, 0);
  }

  @Operation(runOnce = true)
  public void failSecond() {
    breaker.end(begun.get(1), CallResult.FAILURE, 0, 0);
  }

  @Operation(runOnce = true)
  public void succeedThird() {
    breaker.end(begun.get(2), CallResult.SUCCESS, 0, 0);
  }

  @Operation
  public String enter() {
    return word(breaker.enter(0));
  }

  @Operation
  public String enterLater() {
    return word(breaker.enter(LATER));
  }

  @Operation
  public void forceOpen() {
    breaker.forceOpen(0);
  }

  @Operation
  public void release() {
    breaker.release(0);
  }

  @Operation
  public String look() {
    BreakerSnapshot seen = breaker.snapshot(0);
    return seen.state() + " " + seen.counts().inARow() + " " + seen.probing();
  }

  private static String word(Entry entry) {
    return switch (entry) {
      case Passage passage when passage.isProbe() -> "probe";
      case Passage _ -> "in";
      case Refused refused -> "out " + refused.openForNanos() + " " + refused.forced();
    };
  }
}
