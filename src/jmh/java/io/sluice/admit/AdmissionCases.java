package io.sluice.admit;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
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
  private static final int LIMIT = 24;
  private static final LaneOptions OPTIONS =
      new LaneOptions(LIMIT, 64, 0, 0, LaneOptions.Tiers.DEFAULT);
  private static final String CALLER = "loans";
  private static final Deadline FAR = Deadline.after(Long.MAX_VALUE / 4, 0);

  private final Ask write = ask(Tier.P0, FAR);
  private final Ask advert = ask(Tier.P2, FAR);

  private final Lane free = new Lane("free", OPTIONS, 0);
  private final Lane clocked = new Lane("clocked", OPTIONS, NanoClock.SYSTEM.nanoTime());
  private final Lane full = new Lane("full", OPTIONS, 0);
  private final Admission locked = new Admission(OPTIONS, 0);
  private final Admission synced = new Admission(OPTIONS, 0);
  private final ReentrantLock lock = new ReentrantLock();
  private final PackedWordAdmission word =
      new PackedWordAdmission(LIMIT, LaneOptions.Tiers.DEFAULT);
  private final PackedWordAdmission fullWord =
      new PackedWordAdmission(LIMIT, LaneOptions.Tiers.DEFAULT);
  private final Bulkhead bulkhead = bulkhead();
  private final Bulkhead fullBulkhead = bulkhead();
  private final Limiter<Object> limiter = limiter();
  private final Limiter<Object> fullLimiter = limiter();

  /** Time as a thread sees it: every operation is 700 ns later. */
  @State(Scope.Thread)
  public static class Ticks {
    private long nowNanos;

    long next() {
      nowNanos += 700;
      return nowNanos;
    }
  }

  @Setup
  public void fill() {
    for (int i = 0; i < LIMIT; i++) {
      full.offer(write, 0);
      fullWord.offer(Tier.P0, 1);
      fullBulkhead.tryAcquirePermission();
      fullLimiter.acquire(CALLER);
    }
  }

  /** Keeps the compiler from merging an admission with its end, which are never neighbours. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static void work() {}

  // ---- let in and out again

  @Benchmark
  public void admitLane(Ticks ticks) {
    long nowNanos = ticks.next();
    Permit permit = (Permit) free.offer(write, nowNanos);
    work();
    free.end(permit, Ending.SUCCESS, nowNanos);
  }

  /** As the gateway does it: an ask of its own, and the clock read on arrival and at the end. */
  @Benchmark
  public void admitLaneWithAskAndClock() {
    long nowNanos = NanoClock.SYSTEM.nanoTime();
    Ask ask = ask(Tier.P0, Deadline.after(1_000_000_000, nowNanos));
    Permit permit = (Permit) clocked.offer(ask, nowNanos);
    work();
    clocked.end(permit, Ending.SUCCESS, NanoClock.SYSTEM.nanoTime());
  }

  @Benchmark
  public void admitRulesUnderReentrantLock(Ticks ticks) {
    long nowNanos = ticks.next();
    Permit permit;
    lock.lock();
    try {
      permit = (Permit) locked.offer(write, nowNanos);
    } finally {
      lock.unlock();
    }
    work();
    lock.lock();
    try {
      locked.end(permit, Ending.SUCCESS, nowNanos);
    } finally {
      lock.unlock();
    }
  }

  @Benchmark
  public void admitRulesUnderSynchronized(Ticks ticks) {
    long nowNanos = ticks.next();
    Permit permit;
    synchronized (synced) {
      permit = (Permit) synced.offer(write, nowNanos);
    }
    work();
    synchronized (synced) {
      synced.end(permit, Ending.SUCCESS, nowNanos);
    }
  }

  @Benchmark
  public void admitPackedWord() {
    PackedWordAdmission.PackedPermit permit = word.offer(Tier.P0, 1);
    if (permit != null) {
      work();
      word.end(permit);
    }
  }

  @Benchmark
  public void admitResilience4jBulkhead() {
    if (bulkhead.tryAcquirePermission()) {
      work();
      bulkhead.onComplete();
    }
  }

  @Benchmark
  public void admitNetflixSimpleLimiter() {
    Optional<Limiter.Listener> listener = limiter.acquire(CALLER);
    if (listener.isPresent()) {
      work();
      listener.get().onSuccess();
    }
  }

  // ---- refused by a full one

  @Benchmark
  public Decision refuseLane(Ticks ticks) {
    return full.offer(advert, ticks.next());
  }

  @Benchmark
  public Object refusePackedWord() {
    return fullWord.offer(Tier.P2, 1) == null;
  }

  @Benchmark
  public boolean refuseResilience4jBulkhead() {
    return fullBulkhead.tryAcquirePermission();
  }

  @Benchmark
  public Object refuseNetflixSimpleLimiter() {
    return fullLimiter.acquire(CALLER);
  }

  private static Ask ask(Tier tier, Deadline deadline) {
    return new Ask(tier, 1, 0, deadline, 6_000_000, "loans", Runnable::run, ticket -> {});
  }

  private static Bulkhead bulkhead() {
    return Bulkhead.of(
        "loans",
        BulkheadConfig.custom().maxConcurrentCalls(LIMIT).maxWaitDuration(Duration.ZERO).build());
  }

  private static Limiter<Object> limiter() {
    return SimpleLimiter.newBuilder().limit(FixedLimit.of(LIMIT)).build();
  }
}
