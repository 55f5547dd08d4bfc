package io.sluice;

import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.Counts;
import io.sluice.observe.WorkerGauges;

/** The workers of one lane, as their metrics read them. */
record LaneWorkers(int workers, BoundedExecutor executor) implements WorkerGauges {
  @Override
  public int running() {
    return counts().running();
  }

  @Override
  public int queued() {
    return counts().queued();
  }

  @Override
  public long rejected() {
    return counts().rejected();
  }

  private Counts counts() {
    return executor.counts();
  }
}
