package io.sluice.retry;

import org.jspecify.annotations.Nullable;

/**
 * What a retry at one backend is paid from: the backend's own budget and the one of the whole
 * gateway. One retry takes from both or from neither.
 *
 * <p>Any thread. Locks are taken in the order own, global; a global budget is never anyone's own.
 */
public final class RetryBudgets {
  private final RetryBudget own;
  private final RetryBudget global;

  public RetryBudgets(RetryBudget own, RetryBudget global) {
    if (own == global) {
      throw new IllegalArgumentException("one budget for both");
    }
    this.own = own;
    this.global = global;
  }

  /** A request to the backend begins: a new one, not another attempt at it. */
  public void request(long nowNanos) {
    own.request(nowNanos);
    global.request(nowNanos);
  }

  /** Takes one retry from both; else from neither, and says which has none. */
  @Nullable Why refusal(long nowNanos) {
    own.lock.lock();
    try {
      return own.hasOne(nowNanos) ? takeBoth(nowNanos) : Why.BUDGET;
    } finally {
      own.lock.unlock();
    }
  }

  private @Nullable Why takeBoth(long nowNanos) {
    global.lock.lock();
    try {
      if (!global.hasOne(nowNanos)) {
        return Why.GLOBAL_BUDGET;
      }
      own.take(nowNanos);
      global.take(nowNanos);
      return null;
    } finally {
      global.lock.unlock();
    }
  }

  /** Takes one retry from both budgets, or from neither; false if one of them has none. */
  public boolean tryTake(long nowNanos) {
    return refusal(nowNanos) == null;
  }

  public RetryBudget own() {
    return own;
  }

  public RetryBudget global() {
    return global;
  }
}
