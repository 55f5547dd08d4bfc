package io.sluice.simulate;

import io.sluice.breaker.BreakerOptions;
import io.sluice.exchange.Exchange;
import io.sluice.journey.Action;
import io.sluice.journey.BackendPolicies;
import io.sluice.journey.Distress;
import io.sluice.retry.RetryBudgets;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryPolicy;
import io.sluice.simulate.BackendResult.BreakerResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one backend: the production policies that judge them, and those who look at them.
 * One thread.
 */
final class SimulatedCalls {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double SECOND_NANOS = 1e9;
  private static final int REQUESTS = 0;
  private static final int ATTEMPTS = 1;
  private static final int REFUSED = 2;
  private static final int COUNTS = 3;

  private final VirtualTime time;
  private final long fromNanos;
  private final @Nullable Verdicts verdicts;
  private final SimulatedBudget own;
  private final SimulatedBudget gateway;
  private final @Nullable BreakerWatch breaker;
  private final BackendPolicies policies;
  private final long[] total = new long[COUNTS];
  private long[] before = new long[COUNTS];
  private long requests;
  private long attempts;

  /**
   * @param fromNanos the end of the warm-up
   * @param verdicts null if nothing is judged
   */
  SimulatedCalls(
      String backend,
      RetryOptions retry,
      @Nullable BreakerOptions breaker,
      SimulatedBudget gateway,
      VirtualTime time,
      long fromNanos,
      @Nullable Verdicts verdicts) {
    this.time = time;
    this.fromNanos = fromNanos;
    this.verdicts = verdicts;
    this.gateway = gateway;
    this.own = new SimulatedBudget(backend, retry.budget(), time, fromNanos, verdicts);
    this.breaker =
        breaker == null ? null : new BreakerWatch(backend, breaker, time, fromNanos, verdicts);
    this.policies =
        new BackendPolicies(
            backend,
            new RetryPolicy(retry, new RetryBudgets(own.budget(), gateway.budget())),
            null,
            this.breaker == null ? null : this.breaker.breaker(),
            new Distress(),
            false);
  }

  BackendPolicies policies() {
    return policies;
  }

  /** An attempt begins. */
  void attempt(Visit by, Exchange exchange, Action.Attempt attempt) {
    long nowNanos = time.nowNanos();
    boolean counts = exchange.startNanos() - fromNanos >= 0;
    attempts += counts ? 1 : 0;
    total[ATTEMPTS]++;
    if (attempt.number() == 1) {
      requests += counts ? 1 : 0;
      total[REQUESTS]++;
      own.watch().request(nowNanos);
      gateway.watch().request(nowNanos);
    }
    if (breaker != null) {
      breaker.attempt(by, attempt, nowNanos);
    }
  }

  /** Another attempt was decided on. */
  void again(Visit by) {
    own.watch().retry(time.nowNanos());
    gateway.watch().retry(time.nowNanos());
    if (breaker != null) {
      breaker.again(by);
    }
  }

  /** The client has its answer, or has left. */
  void ended(Visit by) {
    if (breaker != null) {
      breaker.over(by);
    }
  }

  /** A judge of the attempts at one request. */
  AttemptsJudge judgeOfOne() {
    return new AttemptsJudge(verdicts, breaker != null);
  }

  /** What happened since it was asked before, as rates. */
  Series.BackendPoint point(long intervalNanos) {
    total[REFUSED] = breaker == null ? 0 : breaker.refused();
    double seconds = intervalNanos / SECOND_NANOS;
    var point =
        new Series.BackendPoint(
            (total[REQUESTS] - before[REQUESTS]) / seconds,
            (total[ATTEMPTS] - before[ATTEMPTS]) / seconds,
            (total[REFUSED] - before[REFUSED]) / seconds);
    before = total.clone();
    return point;
  }

  /** Everything has ended. */
  void idle() {
    if (breaker != null) {
      breaker.idle(time.nowNanos());
    }
  }

  /**
   * What came of it.
   *
   * @param untilNanos the end of the run
   * @param spellEnds when the backend became what it had been
   */
  BackendResult result(long untilNanos, List<Long> spellEnds) {
    return new BackendResult(
        requests,
        attempts,
        own.refusals(),
        own.watch().highestShare(),
        breaker == null ? null : result(breaker, untilNanos, spellEnds));
  }

  private static BreakerResult result(BreakerWatch breaker, long untilNanos, List<Long> spellEnds) {
    BreakerRecord did = breaker.until(untilNanos);
    long recovery = spellEnds.stream().mapToLong(did::closedAfterNanos).max().orElse(0);
    return new BreakerResult(
        did.opened(),
        did.reopened(),
        did.closed(),
        did.probes(),
        did.probesPerCooldown(),
        breaker.refusals(),
        did.openShare(),
        recovery / NANOS_PER_MILLI);
  }
}
