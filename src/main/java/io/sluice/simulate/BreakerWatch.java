package io.sluice.simulate;

import io.sluice.breaker.BreakerListener;
import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.BreakerSnapshot;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Transition;
import io.sluice.breaker.Transition.Why;
import io.sluice.journey.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows the calls that a backend's production breaker lets through, and holds it against what it
 * promises: nobody during the cooldown, then one at a time. One thread.
 */
final class BreakerWatch implements BreakerListener {
  private final String backend;
  private final BreakerOptions options;
  private final CircuitBreaker breaker;
  private final VirtualTime time;
  private final long fromNanos;
  private final @Nullable Verdicts verdicts;
  private final List<Transition> moves = new ArrayList<>();
  private final List<Long> probes = new ArrayList<>();
  private @Nullable Object probing;
  private long probedNanos;
  private long keptUntilNanos;
  private long refusedBefore;

  /**
   * @param fromNanos the end of the warm-up
   * @param verdicts null if nothing is judged
   */
  BreakerWatch(
      String backend,
      BreakerOptions options,
      VirtualTime time,
      long fromNanos,
      @Nullable Verdicts verdicts) {
    this.backend = backend;
    this.options = options;
    this.time = time;
    this.fromNanos = fromNanos;
    this.verdicts = verdicts;
    this.keptUntilNanos = time.nowNanos();
    this.breaker = new CircuitBreaker(backend, options, this, time.nowNanos());
    if (fromNanos - time.nowNanos() > 0) {
      time.at(fromNanos, () -> refusedBefore = refused());
    }
  }

  CircuitBreaker breaker() {
    return breaker;
  }

  @Override
  public void moved(Transition transition) {
    moves.add(transition);
    if (transition.to() == BreakerState.OPEN) {
      long from = transition.why() == Why.PROBE_LOST ? probedNanos : transition.atNanos();
      keptUntilNanos = from + options.cooldown().toNanos();
    }
  }

  /**
   * An attempt begins, which the breaker knows of by now.
   *
   * @param by whose attempt it is
   */
  void attempt(Object by, Action.Attempt attempt, long nowNanos) {
    if (attempt.number() > 1 && options.counts() == Counting.CALL) {
      return; // it has passed already
    }
    over(by);
    judge(
        Invariant.COOLDOWN_IS_KEPT,
        nowNanos - keptUntilNanos >= 0,
        () -> "%s: called while open".formatted(backend));
    if (breaker.state() == BreakerState.HALF_OPEN) {
      boolean lost = nowNanos - probedNanos >= options.probeTimeout().toNanos();
      judge(
          Invariant.ONE_PROBE_AT_A_TIME,
          probing == null || lost,
          () -> "%s: a probe beside a probe".formatted(backend));
      probing = by;
      probedNanos = nowNanos;
      probes.add(nowNanos);
    }
  }

  /** It has ended; or an attempt of it has, where those are what is counted. */
  void over(Object by) {
    if (by.equals(probing)) {
      probing = null;
    }
  }

  /** Another attempt is to follow. */
  void again(Object by) {
    if (options.counts() == Counting.ATTEMPT) {
      over(by);
    }
  }

  /** Everything has ended. */
  void idle(long nowNanos) {
    BreakerSnapshot now = breaker.snapshot(nowNanos);
    judge(
        Invariant.PASSAGES_END_ONCE,
        !now.probing() && now.duplicateEnds() == 0,
        () -> "%s: %s".formatted(backend, now));
  }

  private void judge(Invariant invariant, boolean holds, Supplier<String> otherwise) {
    if (verdicts != null) {
      verdicts.judge(invariant, holds, otherwise);
    }
  }

  /** How many calls it has refused. */
  long refused() {
    return breaker.snapshot(time.nowNanos()).refused();
  }

  /** Likewise since the warm-up. */
  long refusals() {
    return refused() - refusedBefore;
  }

  /** What it did, from the warm-up to this instant. */
  BreakerRecord until(long untilNanos) {
    return new BreakerRecord(options, moves, probes, fromNanos, untilNanos);
  }
}
