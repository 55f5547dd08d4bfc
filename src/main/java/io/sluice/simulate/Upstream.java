package io.sluice.simulate;

import io.sluice.retry.RetryAdvice;

/** Whoever answers the calls that a {@link Visit} is told to make. */
interface Upstream {
  /** Who is told of a call's answer. */
  interface Caller {
    void head(int status, RetryAdvice advice);
  }

  /** A call on its way. */
  interface Call {
    /** Its caller has left, or has given it up. Idempotent. */
    void cancel();
  }

  /** Begins a call; the caller is told later, never before this returns. */
  Call call(Caller caller);
}
