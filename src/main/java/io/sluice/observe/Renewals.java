package io.sluice.observe;

import java.util.concurrent.atomic.LongAdder;

/** Changes of the front door's certificates while it is open. Any thread. */
public final class Renewals {
  private final LongAdder done = new LongAdder();
  private final LongAdder failed = new LongAdder();

  Renewals() {}

  /** Changed files are in use. */
  public void done() {
    done.increment();
  }

  /** Changed files could not be used; the old certificates stay. */
  public void failed() {
    failed.increment();
  }

  public long doneCount() {
    return done.sum();
  }

  public long failedCount() {
    return failed.sum();
  }
}
