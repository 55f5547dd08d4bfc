package io.sluice.balance;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * One endpoint of a backend: what is in flight there and what is known of it. Any thread; all event
 * loops share it. It is the same one as long as its address is in use, whatever names say.
 */
public final class Member {
  /** What an endpoint that has just come gets of its share. */
  private static final double LEAST_WEIGHT = 0.1;

  private final Fleet fleet;
  private final String address;
  private final long hash;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private final AtomicLong nextTrialNanos = new AtomicLong();
  private final EnumMap<Result, LongAdder> ejections = new EnumMap<>(Result.class);
  private final LongAdder failedChecks = new LongAdder();

  /** Changed under its own lock. */
  private volatile Penalty penalty = Penalty.NONE;

  /** Likewise. */
  private volatile Standing standing;

  /** Changed by the one who checks. */
  private volatile Health health = Health.UNKNOWN;

  /** When it last answered anybody. */
  private volatile long answeredNanos;

  private volatile boolean isRamping;
  private volatile long rampNanos;

  Member(Fleet fleet, String address, long nowNanos) {
    this.fleet = fleet;
    this.address = address;
    this.hash = Hashes.of(address);
    this.standing = Standing.in(nowNanos);
    this.answeredNanos = nowNanos;
    for (Result result : Result.values()) {
      if (result.isFailure()) {
        ejections.put(result, new LongAdder());
      }
    }
    ramp(nowNanos);
  }

  public String address() {
    return address;
  }

  long hash() {
    return hash;
  }

  // ---- calls

  /** A call begins. */
  public void begun() {
    inFlight.incrementAndGet();
  }

  /** Somebody got the head of an answer, or another sign of life. */
  public void answered(long nowNanos) {
    answeredNanos = nowNanos;
  }

  /**
   * The call ends; once for each that has begun.
   *
   * @param begunNanos when it began
   */
  public void ended(Result result, long begunNanos, long nowNanos) {
    inFlight.decrementAndGet();
    switch (result) {
      case NEUTRAL -> {}
      case SUCCESS -> succeeded(begunNanos, nowNanos);
      case TIMEOUT -> {
        if (wasSilent(begunNanos, nowNanos)) {
          failed(result, begunNanos, nowNanos);
        }
      }
      case CONNECT_FAILED, BROKEN, STATUS -> failed(result, begunNanos, nowNanos);
    }
  }

  /** Else a client in a hurry could have an endpoint ejected that is merely busy. */
  private boolean wasSilent(long begunNanos, long nowNanos) {
    return answeredNanos - begunNanos <= 0
        && nowNanos - begunNanos >= fleet.options().ejection().silence().toNanos();
  }

  private void succeeded(long begunNanos, long nowNanos) {
    if (failuresInARow.get() != 0) {
      failuresInARow.set(0);
    }
    Standing before = standing;
    if (before.isOut() && begunNanos - before.sinceNanos() >= 0 && comesBack(before, nowNanos)) {
      fleet.disturbed();
      fleet.listener().returned(this, nowNanos - before.sinceNanos());
    }
  }

  private synchronized boolean comesBack(Standing before, long nowNanos) {
    if (!standing.equals(before)) {
      return false;
    }
    standing = before.returned(nowNanos);
    ramp(nowNanos);
    return true;
  }

  private void failed(Result result, long begunNanos, long nowNanos) {
    synchronized (this) {
      penalty = penalty.more(nowNanos);
    }
    int inARow = failuresInARow.incrementAndGet();
    int enough = fleet.options().ejection().failures();
    if (enough > 0 && isTooMuch(inARow, enough, begunNanos, nowNanos)) {
      fleet.eject(this, result, inARow, nowNanos);
    }
  }

  /** What began before it was ejected says nothing new, nor does what it gets in a panic. */
  private boolean isTooMuch(int inARow, int enough, long begunNanos, long nowNanos) {
    Standing now = standing;
    return now.isOut()
        ? now.isOnTrial(nowNanos) && begunNanos - now.sinceNanos() >= 0
        : inARow >= enough;
  }

  /** Under the fleet's lock; false if it gets nothing already. */
  synchronized boolean eject(Result why, long nowNanos) {
    if (standing.isEjected(nowNanos)) {
      return false;
    }
    Standing after = standing.ejected(fleet.options().ejection(), why, nowNanos);
    nextTrialNanos.set(after.untilNanos());
    standing = after;
    requireNonNull(ejections.get(why)).increment();
    return true;
  }

  // ---- health checks

  /**
   * A health check has ended.
   *
   * @param found what, in a few words
   */
  public void checked(boolean good, String found, HealthOptions options, long nowNanos) {
    if (!good) {
      failedChecks.increment();
    }
    Health before = health;
    Health after = before.checked(good, found, options.rise(), options.fall());
    health = after;
    if (after.isUp() != before.isUp()) {
      if (after.isUp()) {
        ramp(nowNanos);
      }
      fleet.disturbed();
      fleet.listener().healthChanged(this, after.isUp(), found);
    }
  }

  // ---- choosing

  /** Calls in flight, and failures that weigh as much. */
  double load(long nowNanos) {
    return inFlight.get() + penalty.at(nowNanos);
  }

  /** Whether it gets requests as any other. */
  boolean isAvailable() {
    return !standing.isOut() && health.isUp();
  }

  /** Whether it has been ejected for long enough, and nobody else is trying it. */
  boolean isTrialDue(long nowNanos) {
    return standing.isOnTrial(nowNanos) && health.isUp() && nowNanos - nextTrialNanos.get() >= 0;
  }

  /** Whether this caller is the one to try it; by time, as a trial may never end. */
  boolean claimTrial(long nowNanos) {
    long due = nextTrialNanos.get();
    return nowNanos - due >= 0
        && nextTrialNanos.compareAndSet(
            due, nowNanos + fleet.options().ejection().base().toNanos());
  }

  /** How much of its share it should get, up to 1; less while it has just come. */
  double weight(long nowNanos) {
    if (!isRamping) {
      return 1;
    }
    double done = (nowNanos - rampNanos) / (double) fleet.options().slowStartNanos();
    if (done >= 1) {
      isRamping = false;
      return 1;
    }
    return Math.max(LEAST_WEIGHT, done);
  }

  private void ramp(long nowNanos) {
    if (fleet.options().slowStartNanos() > 0) {
      rampNanos = nowNanos;
      isRamping = true;
    }
  }

  boolean isOut() {
    return standing.isOut();
  }

  // ---- for those who look

  public int inFlight() {
    return inFlight.get();
  }

  /** Times it was ejected, by the failure that was one too many. */
  public Map<Result, Long> ejections() {
    var counts = new EnumMap<Result, Long>(Result.class);
    ejections.forEach((result, count) -> counts.put(result, count.sum()));
    return counts;
  }

  public long failedChecks() {
    return failedChecks.sum();
  }

  /** What is known of it. */
  public MemberSnapshot snapshot(long nowNanos) {
    Standing earned = standing;
    Health found = health;
    return new MemberSnapshot(
        address,
        MemberSnapshot.State.of(found.isUp(), earned, nowNanos),
        inFlight.get(),
        penalty.at(nowNanos),
        weight(nowNanos),
        failuresInARow.get(),
        earned.ejections(),
        earned.why(),
        Math.max(0, earned.untilNanos() - nowNanos),
        found.why(),
        found.run());
  }

  @Override
  public String toString() {
    return address;
  }
}
