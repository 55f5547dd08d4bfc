package io.sluice.breaker;

import org.jetbrains.lincheck.datastructures.Operation;

/**
 * A probe is out and ends in one way of several, in time or too late, while others would like to be
 * the next one.
 */
public class ProbeRaces {
  /** A passage has one owner: its ends race with everybody else, not with each other. */
  private static final String OWNER = "owner";

  private static final long OVER = 200 * Rig.MILLI;
  private static final long LOST = 300 * Rig.MILLI;

  private final CircuitBreaker breaker =
      new CircuitBreaker("b", Rig.options(1, 200, 100), BreakerListener.NONE, 0);
  private final Passage probe;

  public ProbeRaces() {
    breaker.end((Passage) breaker.enter(0), CallResult.FAILURE, 0, 0);
    probe = (Passage) breaker.enter(OVER);
  }

  @Operation(nonParallelGroup = OWNER)
  public void succeed() {
    breaker.end(probe, CallResult.SUCCESS, 0, OVER);
  }

  @Operation(nonParallelGroup = OWNER)
  public void fail() {
    breaker.end(probe, CallResult.FAILURE, 0, OVER);
  }

  @Operation(nonParallelGroup = OWNER)
  public void leave() {
    breaker.end(probe, CallResult.IGNORED, 0, OVER);
  }

  @Operation(nonParallelGroup = OWNER)
  public void succeedTooLate() {
    breaker.end(probe, CallResult.SUCCESS, 0, LOST);
  }

  @Operation
  public String enter() {
    return enterAt(OVER);
  }

  /** The probe that is out is lost, but the next cooldown is not over. */
  @Operation
  public String enterTooLate() {
    return enterAt(LOST);
  }

  private String enterAt(long nowNanos) {
    return switch (breaker.enter(nowNanos)) {
      case Passage passage -> passage.isProbe() ? "probe" : "in";
      case Refused _ -> "out";
    };
  }
}
