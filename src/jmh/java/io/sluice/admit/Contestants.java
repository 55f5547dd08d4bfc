package io.sluice.admit;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.CompilerControl.Mode;

/**
 * Everything that can let a request in and out again, all of the same limit.
 *
 * <p>No method is ever inlined: in a gateway an admission and its end are two events far apart.
 * Side by side in one compiled method, their locks are merged and their permits never allocated,
 * and what is measured does not exist.
 */
final class Contestants {
  static final int LIMIT = 24;
  private static final LaneOptions OPTIONS =
      new LaneOptions(LIMIT, 64, 0, 0, LaneOptions.Tiers.DEFAULT);
  private static final String CALLER = "loans";

  private final Lane lane;
  private final Admission underReentrantLock;
  private final Admission underMonitor;
  private final ReentrantLock reentrantLock = new ReentrantLock();
  private final PackedWordAdmission word =
      new PackedWordAdmission(LIMIT, LaneOptions.Tiers.DEFAULT);
  private final Bulkhead bulkhead =
      Bulkhead.of(
          "loans",
          BulkheadConfig.custom().maxConcurrentCalls(LIMIT).maxWaitDuration(Duration.ZERO).build());
  private final Limiter<String> limiter =
      SimpleLimiter.newBuilder().limit(FixedLimit.of(LIMIT)).build();

  Contestants(long nowNanos) {
    lane = new Lane("loans", OPTIONS, nowNanos);
    underReentrantLock = new Admission(OPTIONS, null, true, nowNanos);
    underMonitor = new Admission(OPTIONS, null, true, nowNanos);
  }

  /** An ask that does not wait. */
  static Ask ask(Tier tier, Deadline deadline) {
    return new Ask(tier, 1, 0, deadline, 6_000_000, "loans", Runnable::run, ticket -> {});
  }

  /** Leaves no permit free. */
  Contestants filled(Ask write, long nowNanos) {
    for (int i = 0; i < LIMIT; i++) {
      enterLane(write, nowNanos);
      enterWord();
      enterBulkhead();
      enterLimiter();
    }
    return this;
  }

  // ---- the lane

  @CompilerControl(Mode.DONT_INLINE)
  Decision enterLane(Ask ask, long nowNanos) {
    return lane.offer(ask, nowNanos);
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveLane(Decision permit, long nowNanos) {
    lane.end((Permit) permit, Ending.SUCCESS, nowNanos);
  }

  // ---- its rules alone, behind different guards

  @CompilerControl(Mode.DONT_INLINE)
  Decision enterUnderReentrantLock(Ask ask, long nowNanos) {
    reentrantLock.lock();
    try {
      return underReentrantLock.offer(ask, nowNanos);
    } finally {
      reentrantLock.unlock();
    }
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveUnderReentrantLock(Decision permit, long nowNanos) {
    reentrantLock.lock();
    try {
      underReentrantLock.end((Permit) permit, Ending.SUCCESS, Lane.NOT_MEASURED, nowNanos);
    } finally {
      reentrantLock.unlock();
    }
  }

  @CompilerControl(Mode.DONT_INLINE)
  Decision enterUnderMonitor(Ask ask, long nowNanos) {
    synchronized (underMonitor) {
      return underMonitor.offer(ask, nowNanos);
    }
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveUnderMonitor(Decision permit, long nowNanos) {
    synchronized (underMonitor) {
      underMonitor.end((Permit) permit, Ending.SUCCESS, Lane.NOT_MEASURED, nowNanos);
    }
  }

  // ---- the shares alone, in one word

  @CompilerControl(Mode.DONT_INLINE)
  PackedWordAdmission.@Nullable PackedPermit enterWord() {
    return word.offer(Tier.P0, 1);
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveWord(PackedWordAdmission.PackedPermit permit) {
    word.end(permit);
  }

  // ---- libraries

  @CompilerControl(Mode.DONT_INLINE)
  boolean enterBulkhead() {
    return bulkhead.tryAcquirePermission();
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveBulkhead() {
    bulkhead.onComplete();
  }

  @CompilerControl(Mode.DONT_INLINE)
  Optional<Limiter.Listener> enterLimiter() {
    return limiter.acquire(CALLER);
  }

  @CompilerControl(Mode.DONT_INLINE)
  void leaveLimiter(Limiter.Listener listener) {
    listener.onSuccess();
  }
}
