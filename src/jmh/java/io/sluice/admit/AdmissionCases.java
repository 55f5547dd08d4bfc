package io.sluice.admit;

import com.netflix.concurrency.limits.Limiter;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to be let in and to leave again, and what it costs to be refused: the lane, its
 * rules behind two kinds of guard, a packed word, and two libraries that do part of its work.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public abstract class AdmissionCases {
  private static final Deadline FAR = Deadline.after(Long.MAX_VALUE / 4, 0);
  private static final long BUDGET_NANOS = 1_000_000_000;

  private final Ask write = Contestants.ask(Tier.P0, FAR);
  private final Ask advert = Contestants.ask(Tier.P2, FAR);
  private final Contestants free = new Contestants(0);
  private final Contestants full = new Contestants(0).filled(write, 0);
  private final Contestants clocked = new Contestants(NanoClock.SYSTEM.nanoTime());

  /** Time as a thread sees it: every operation is 700 ns later. */
  @State(Scope.Thread)
  public static class Ticks {
    private long nowNanos;

    long next() {
      nowNanos += 700;
      return nowNanos;
    }
  }

  // ---- let in and out again

  @Benchmark
  public void admitLane(Ticks ticks) {
    long nowNanos = ticks.next();
    free.leaveLane(free.enterLane(write, nowNanos), nowNanos);
  }

  /** As the gateway does it: an ask of its own, and the clock read on arrival and at the end. */
  @Benchmark
  public void admitLaneWithAskAndClock() {
    long nowNanos = NanoClock.SYSTEM.nanoTime();
    Ask ask = Contestants.ask(Tier.P0, Deadline.after(BUDGET_NANOS, nowNanos));
    Decision permit = clocked.enterLane(ask, nowNanos);
    clocked.leaveLane(permit, NanoClock.SYSTEM.nanoTime());
  }

  @Benchmark
  public void admitRulesUnderReentrantLock(Ticks ticks) {
    long nowNanos = ticks.next();
    free.leaveUnderReentrantLock(free.enterUnderReentrantLock(write, nowNanos), nowNanos);
  }

  @Benchmark
  public void admitRulesUnderMonitor(Ticks ticks) {
    long nowNanos = ticks.next();
    free.leaveUnderMonitor(free.enterUnderMonitor(write, nowNanos), nowNanos);
  }

  @Benchmark
  public void admitPackedWord() {
    PackedWordAdmission.PackedPermit permit = free.enterWord();
    if (permit != null) {
      free.leaveWord(permit);
    }
  }

  @Benchmark
  public void admitResilience4jBulkhead() {
    if (free.enterBulkhead()) {
      free.leaveBulkhead();
    }
  }

  @Benchmark
  public void admitNetflixSimpleLimiter() {
    Optional<Limiter.Listener> listener = free.enterLimiter();
    if (listener.isPresent()) {
      free.leaveLimiter(listener.get());
    }
  }

  // ---- refused by a full one

  @Benchmark
  public Decision refuseLane(Ticks ticks) {
    return full.enterLane(advert, ticks.next());
  }

  @Benchmark
  public Object refusePackedWord() {
    return full.enterWord() == null;
  }

  @Benchmark
  public boolean refuseResilience4jBulkhead() {
    return full.enterBulkhead();
  }

  @Benchmark
  public Object refuseNetflixSimpleLimiter() {
    return full.enterLimiter();
  }
}
