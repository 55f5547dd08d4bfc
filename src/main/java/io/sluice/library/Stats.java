package io.sluice.library;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has become of the calls since the start or the last {@link #reset}. Every call ends as
 * exactly one of finished, failed, cancelled, refused or swallowed; a zombie is a finished call
 * whose client had gone. Safe from any thread; the sums are not one consistent snapshot while calls
 * run.
 */
public final class Stats {
  private final LongAdder finished = new LongAdder();
  private final LongAdder zombies = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder swallowed = new LongAdder();
  private final LongAdder repeats = new LongAdder();
  private final LongAdder loans = new LongAdder();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** Calls whose work was done to the end, with whatever answer below 500. */
  public long finished() {
    return finished.sum();
  }

  /** Of {@link #finished}, those whose client had gone by then: capacity spent on nobody. */
  public long zombies() {
    return zombies.sum();
  }

  /** Calls whose thread was interrupted at its work. */
  public long cancelled() {
    return cancelled.sum();
  }

  /** Calls that found the queue full. */
  public long refused() {
    return refused.sum();
  }

  /** Calls that ended with an answer of 500 or an exception. */
  public long failed() {
    return failed.sum();
  }

  /** Loans committed to the database; repeats of a known idempotency key make none. */
  public long loans() {
    return loans.sum();
  }

  /** Calls of a silent channel: read, and never answered. */
  public long swallowed() {
    return swallowed.sum();
  }

  /** Requests for a loan whose idempotency key was known: they got the loan there was. */
  public long repeats() {
    return repeats.sum();
  }

  /** Calls at work now; not touched by {@link #reset}. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Back to zero, except for what is at work now. */
  public void reset() {
    finished.reset();
    zombies.reset();
    cancelled.reset();
    refused.reset();
    failed.reset();
    swallowed.reset();
    repeats.reset();
    loans.reset();
  }

  void callBegan() {
    inFlight.incrementAndGet();
  }

  void callEnded() {
    inFlight.decrementAndGet();
  }

  void callFinished(boolean clientGone) {
    finished.increment();
    if (clientGone) {
      zombies.increment();
    }
  }

  void callFailed() {
    failed.increment();
  }

  void callCancelled() {
    cancelled.increment();
  }

  void callRefused() {
    refused.increment();
  }

  void callSwallowed() {
    swallowed.increment();
  }

  void loanRepeated() {
    repeats.increment();
  }

  void loanCommitted() {
    loans.increment();
  }

  JsonObject toJson(int queued) {
    return new JsonObject()
        .put("finished", finished())
        .put("zombies", zombies())
        .put("cancelled", cancelled())
        .put("refused", refused())
        .put("failed", failed())
        .put("swallowed", swallowed())
        .put("inFlight", inFlight())
        .put("queued", queued)
        .put("loans", loans())
        .put("repeats", repeats());
  }
}
